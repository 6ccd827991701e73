/** Writes src/core/generated from schemas/; with --check it compares instead and fails on any difference. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const root = new URL('..', import.meta.url);
const out = new URL('src/core/generated/', root);
const check = process.argv.includes('--check');
const different: string[] = [];

/** A `$ref` with words beside it would become a second type; the words stay with the key's own schema only. */
function bareRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bareRefs);
  if (!value || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  const ref = entries.find(([key]) => key === '$ref');
  if (ref) return { $ref: ref[1] };
  return Object.fromEntries(entries.map(([key, inner]) => [key, bareRefs(inner)]));
}

async function emit(name: string, schema: object): Promise<void> {
  const text = await compile(bareRefs(schema) as never, name, {
    bannerComment: `// Generated from schemas/ by npm run generate. Do not edit.`,
    additionalProperties: false,
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  const file = new URL(`${name}.ts`, out);
  if (check) {
    let old = '';
    try {
      old = readFileSync(file, 'utf8');
    } catch {
      old = '';
    }
    if (old !== text) different.push(name);
  } else {
    writeFileSync(file, text);
  }
}

mkdirSync(out, { recursive: true });
for (const file of readdirSync(new URL('schemas/meta/', root))) {
  const schema = JSON.parse(readFileSync(new URL(`schemas/meta/${file}`, root), 'utf8'));
  await emit(file.replace('.schema.json', ''), schema);
}
if (different.length > 0) {
  console.error(`generated files differ from schemas: ${different.join(', ')}; run npm run generate`);
  process.exit(1);
}
