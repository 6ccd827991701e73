/**
 * Serves the built app. Browsers cache hashed assets for a year and ask for everything else each time, so that the service worker
 * (sw.js) and index.html are never old. A GET or HEAD of any other path outside the API returns index.html, unless it looks like
 * a file, and names the files of the screen at that address in it: otherwise a browser learns of them only when the program runs.
 * The app shows its own "not found" page.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { captureVersion, type FormScreenName, matchForms, validatorPath } from '../../core/paths/screens.ts';
import { escapeHtml } from '../../core/text/html.ts';
import { formScreensOf } from '../definitions/screens.ts';
import { WASM_WORKER_POLICY } from './responses.ts';
import type { Services } from './services.ts';

/** The build names it after src/app/widgets/barcode/zxing.worker.ts. */
const WASM_WORKER = /zxing\.worker-[\w-]+\.js$/;
const YEAR = 'public, max-age=31536000, immutable';

/** What the build writes of each file that is loaded on its own (`build.manifest` of Vite). */
type Manifest = Map<string, { name?: string; file: string; imports?: string[]; css?: string[] }>;

/** What the build calls the files of the screens that pages are most often opened at. */
const PARTS: Partial<Record<FormScreenName | 'home', string>> = {
  home: 'DashboardScreen',
  list: 'list',
  detail: 'DetailScreen',
  create: 'form',
  quick: 'form',
  edit: 'form',
};
/** The file with the evaluator of expressions. */
const EXPRESSIONS = 'expressions';

export async function serveApp(app: FastifyInstance, { settings: { appDir }, registry }: Services): Promise<void> {
  const page = pageOf(appDir);
  if (page) {
    await app.register(fastifyStatic, {
      root: appDir,
      wildcard: false,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(response, path) {
        response.setHeader('cache-control', path.includes(`${sep}assets${sep}`) ? YEAR : 'no-cache');
        if (WASM_WORKER.test(path)) response.setHeader('content-security-policy', WASM_WORKER_POLICY);
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/api(\/|$)/.test(path);
    const file = /\/assets\/|\.[a-z0-9]{2,5}$/i.test(path);
    if (!isPage || file) throw new Failure('route_not_found', { params: { path: path.slice(0, 200) } });
    if (!page)
      return reply.code(503).type('text/plain; charset=utf-8').send('The app is not built yet: npm run build:app');
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page(path, registry));
  });
}

/** Returns what writes index.html for a path; undefined if the app is not built. */
function pageOf(appDir: string): ((path: string, registry: Services['registry']) => string) | undefined {
  const index = join(appDir, 'index.html');
  if (!existsSync(index)) return undefined;
  const html = readFileSync(index, 'utf8');
  const manifest = join(appDir, '.vite/manifest.json');
  // A copy of the app without it works, only its screens are slower to come.
  if (!existsSync(manifest)) return () => html;
  const files = filesOf(new Map(Object.entries(JSON.parse(readFileSync(manifest, 'utf8')))));
  return (path, registry) => {
    const match = path === '/' ? null : matchForms(formScreensOf(registry), path);
    const screen = path === '/' ? 'home' : match?.screen;
    const part = screen && PARTS[screen];
    if (!part) return html;
    const isOfRecord = match !== null && screen !== 'list';
    const form =
      match && part === PARTS.create ? registry.form(match.entry.form, captureVersion(match.entry)) : undefined;
    const parts = [
      ...(isOfRecord ? ['words'] : []),
      ...files(part),
      ...(match && form ? [validatorPath({ ...match.entry, hash: registry.hash(form) }, form.version)] : []),
      ...(form?.expressions ? files(EXPRESSIONS) : []),
    ];
    return html.replace('data-words=', () => `data-parts="${escapeHtml(JSON.stringify(parts))}" data-words=`);
  };
}

/** Returns the files of each part, without those that index.html names itself. */
function filesOf(manifest: Manifest): (part: string) => string[] {
  const reached = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const one of manifest.get(name)?.imports ?? []) reached(one, found);
    return found;
  };
  const has = reached('index.html');
  const filesOfPart = (part: string) => {
    const [name] = [...manifest].find(([, one]) => one.name === part && one.file.endsWith('.js')) ?? [];
    if (name === undefined) throw new Error(`the build has no part ${part}`);
    const chunks = [...reached(name)].filter((one) => !has.has(one)).flatMap((one) => manifest.get(one) ?? []);
    return chunks.flatMap(({ file, css = [] }) => [file, ...css].map((one) => `/${one}`));
  };
  const parts = new Map([...Object.values(PARTS), EXPRESSIONS].map((part) => [part, filesOfPart(part)]));
  return (part) => parts.get(part) ?? [];
}
