/** The description of the API, made from the current definitions, and a page to read it that loads nothing external. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../http/services.ts';
import { openApiDocument } from './document.ts';
import { openApiPage } from './page.ts';

export function registerOpenApi(app: FastifyInstance, services: Services): void {
  let made: { revision: number; document: ReturnType<typeof openApiDocument> } | undefined;
  const current = () => {
    const revision = services.registry.revision();
    if (made?.revision !== revision) made = { revision, document: openApiDocument(services) };
    return made.document;
  };
  // Contains only rules and paths, no data. Readable without a login, so that a programmer can start with it.
  app.get('/api/openapi.json', async () => current());
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(openApiPage(current())));
}
