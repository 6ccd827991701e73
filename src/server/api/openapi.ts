/** The API's own description: made from the definitions at hand, and a page to read it without anything from elsewhere. */
import type { FastifyInstance } from 'fastify';
import type { Rooms } from '../http/rooms.ts';
import { openApiDocument } from './openapiDocument.ts';
import { openApiPage } from './openapiPage.ts';

export function registerOpenApi(app: FastifyInstance, rooms: Rooms): void {
  let made: { revision: number; document: ReturnType<typeof openApiDocument> } | undefined;
  const current = () => {
    const revision = rooms.library.revision();
    if (made?.revision !== revision) made = { revision, document: openApiDocument(rooms) };
    return made.document;
  };
  // Rules and paths only, no data: readable without a login, so that a programmer can begin.
  app.get('/api/openapi.json', async () => current());
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(openApiPage(current())));
}
