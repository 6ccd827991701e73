/**
 * Serves the built app. Browsers cache hashed assets for a year and ask for everything else each time, so that the service worker
 * (sw.js) and index.html are never old. A GET or HEAD of any other path outside the API returns index.html, unless it looks like
 * a file. The app shows its own "not found" page.
 */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { WASM_WORKER_POLICY } from './security.ts';

/** The build names it after src/app/widgets/barcode/zxing.worker.ts. */
const WASM_WORKER = /zxing\.worker-[\w-]+\.js$/;
const YEAR = 'public, max-age=31536000, immutable';

export async function serveApp(app: FastifyInstance, appDir: string): Promise<void> {
  const built = existsSync(join(appDir, 'index.html'));
  if (built) {
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
    const page = (request.method === 'GET' || request.method === 'HEAD') && !/^\/api(\/|$)/.test(path);
    const file = /\/assets\/|\.[a-z0-9]{2,5}$/i.test(path);
    if (!page || file) throw new Failure('route_not_found', { params: { path: path.slice(0, 200) } });
    if (!built) {
      return reply.code(503).type('text/plain; charset=utf-8').send('The app is not built yet: npm run build:app');
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
