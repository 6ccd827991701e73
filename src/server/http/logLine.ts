/**
 * Logs one line per request. Logs are kept longer and read by more people than data. So search texts and the tokens of
 * public pages are left out.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The matched path pattern of routes behind a wildcard; empty for others. */
    pattern: string;
  }
}

/** Matches 128 random bits as written in addresses. Words in addresses are lower case without digits. */
const SECRET = /^(?=.*[A-Z0-9])[A-Za-z0-9_-]{22}$/;
const LONGEST = 300;

/** Returns the pattern of the matched route. There are few patterns, whatever path is requested. */
export function routeOf(request: FastifyRequest): string {
  return request.pattern || request.routeOptions.url || 'none';
}

/** Returns what may be logged of an address: the path without secrets, and the names of query parameters without values. */
export function addressOf(url: string): { path: string; query?: string[] } {
  const [path = '', query] = url.split('?', 2);
  const told = path.split('/').map((segment) => (SECRET.test(segment) ? ':secret' : segment));
  return {
    path: told.join('/').slice(0, LONGEST),
    ...(query && { query: [...new Set(new URLSearchParams(query.slice(0, 2_000)).keys())].slice(0, 20) }),
  };
}

/** Logs a line per response. Every line has the request id (`reqId`), which people see with a server error. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('pattern', '');
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: routeOf(request),
      ...addressOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}
