/** The API description as one page of plain HTML, without scripts or other files. */
import { getOwn } from '../../../core/json.ts';
import type { OpenApiDocument } from './document.ts';

const STYLE = `
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1.5rem;color:#1c2a33;background:#fbfcfd}
h1{margin:0 0 .25rem}h2{margin:2rem 0 .5rem;font-size:1.1rem;border-bottom:1px solid #d5dde2;padding-bottom:.25rem}
details{border:1px solid #d5dde2;border-radius:.5rem;margin:.35rem 0;background:#fff}summary{cursor:pointer;padding:.5rem .75rem}
summary b{display:inline-block;min-width:4.2rem;font-family:ui-monospace,monospace}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
table{border-collapse:collapse;margin:.25rem .75rem .75rem}td{padding:.15rem .75rem .15rem 0;vertical-align:top}nav a{margin-right:.75rem}
@media (prefers-color-scheme:dark){body{background:#11191e;color:#dbe5ea}details{background:#17222a;border-color:#2b3a44}h2{border-color:#2b3a44}a{color:#7cc4e8}}
`;

function escaped(text: unknown): string {
  return String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export function openApiPage(document: OpenApiDocument): string {
  const tags = document.tags.map(({ name, description }) => {
    const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        operation.tags.includes(name) ? [row(method, path, operation, document.components.responses)] : [],
      ),
    );
    return rows.length === 0 ? '' : `<h2 id="${escaped(name)}">${escaped(description ?? name)}</h2>${rows.join('')}`;
  });
  const links = document.tags.map(
    ({ name, description }) => `<a href="#${escaped(name)}">${escaped(description ?? name)}</a>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Amanat API</title><style>${STYLE}</style></head><body><main><h1>Amanat API</h1><p>${escaped(document.info.description)}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a></p><nav>${links.join(' ')}</nav>${tags.join('')}</main></body></html>`;
}

function row(
  method: string,
  path: string,
  operation: OpenApiDocument['paths'][string][string],
  refusals: OpenApiDocument['components']['responses'],
): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, description, required }) =>
      `<tr><td><code>${escaped(name)}${required ? ' *' : ''}</code></td><td>${escaped(description)}</td></tr>`,
  );
  const answers = Object.entries(operation.responses).map(
    ([status, { description }]) =>
      `<tr><td><code>${escaped(status)}</code></td><td>${escaped(description ?? getOwn(refusals, status)?.description)}</td></tr>`,
  );
  return `<details><summary><b>${escaped(method.toUpperCase())}</b> <code>/api${escaped(path)}</code> ${escaped(operation.summary)}</summary><table>${parameters.join('')}${answers.join('')}</table></details>`;
}
