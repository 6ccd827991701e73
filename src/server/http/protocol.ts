/** Refuses an app that is too old for this server, before it reads or changes anything (`core/sync/protocol`). */
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { APP_HEADER, isUnderstood, PROTOCOL, SERVER_HEADER } from '../../core/sync/protocol.ts';

export function addProtocol(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.url?.startsWith('/api/')) return;
    reply.header(SERVER_HEADER, String(PROTOCOL));
    const client = request.headers[APP_HEADER];
    if (typeof client === 'string' && !isUnderstood(client)) throw new Failure('app_outdated');
  });
}
