/**
 * Headers: those of security, which every response has, the versions of app and server, and how an answer may be packed.
 * Styles may be inline because the component library writes them; of scripts only the one that the build writes into index.html, by
 * its hash. An app that is too old for this server is refused before it reads or changes anything (`core/sync/protocol`).
 */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { APP_HEADER, isSupportedVersion, PROTOCOL, SERVER_HEADER } from '../../core/sync/protocol.ts';

const POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  mediaSrc: ["'self'", 'blob:'],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  objectSrc: ["'none'"],
  // A form that is written stands beside its questions as people will see it, in a frame of our own page.
  frameSrc: ["'self'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'self'"],
};

/** Sent with stored files instead of `POLICY`: a file may display itself and do nothing else. */
export const FILE_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** Sent with the worker that reads barcodes instead of `POLICY`, so that no page has to allow WebAssembly. */
export const WASM_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Returns the sources that allow the scripts which stand in index.html itself. */
function inlineScripts(appDir: string): string[] {
  const index = join(appDir, 'index.html');
  const html = existsSync(index) ? readFileSync(index, 'utf8') : '';
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

export async function addSecurityHeaders(app: FastifyInstance, appDir: string): Promise<void> {
  const scriptSrc = [...POLICY.scriptSrc, ...inlineScripts(appDir)];
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { ...POLICY, scriptSrc } },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    hsts: false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'geolocation=(self), camera=(self), microphone=(self), payment=()');
  });
}

export function addProtocol(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.url?.startsWith('/api/')) return;
    reply.header(SERVER_HEADER, String(PROTOCOL));
    const client = request.headers[APP_HEADER];
    if (typeof client === 'string' && !isSupportedVersion(client)) throw new Failure('app_outdated');
  });
}

/** Returns true if the client takes an answer packed with gzip. */
export function takesGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding'] ?? ''));
}
