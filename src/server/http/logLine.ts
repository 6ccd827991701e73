/**
 * One line for each request. Logs are kept longer and read by more people than data: what was searched for, and the tokens
 * with which anybody opens a public page, are left out.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Pattern of the path, for routes that are found behind a wildcard; empty elsewhere. */
    pattern: string;
  }
}

/** 128 random bits as they stand in addresses; words in addresses are lower case and have no digits. */
const SECRET = /^(?=.*[A-Z0-9])[A-Za-z0-9_-]{22}$/;
const LONGEST = 300;

/** Pattern of the route that answers: few, whatever is asked. */
export function routeOf(request: FastifyRequest): string {
  return request.pattern || request.routeOptions.url || 'none';
}

/** What may be said of an address: the path without secrets, the names of what was asked without their values. */
export function addressOf(url: string): { path: string; query?: string[] } {
  const [path = '', query] = url.split('?', 2);
  const told = path.split('/').map((segment) => (SECRET.test(segment) ? ':secret' : segment));
  return {
    path: told.join('/').slice(0, LONGEST),
    ...(query && { query: [...new Set(new URLSearchParams(query.slice(0, 2_000)).keys())].slice(0, 20) }),
  };
}

/** A line for each answer; every line of a request has its id (`reqId`), which a person is shown with a failure. */
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
