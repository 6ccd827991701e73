/**
 * The description of the API, made from the current definitions, and a page to read it that loads nothing external. Both are made
 * and compressed once for what is published, since everybody may ask for them.
 */
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { kabulDay } from '../../../core/text/dates.ts';
import { acceptsGzip, etagOf } from '../../http/responses.ts';
import type { Services } from '../../http/services.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';
import { openApiPage } from './page.ts';

interface Made {
  /** The revision of the definitions and the day, on which a version may begin to be used. */
  of: string;
  text: string;
  packed: Buffer;
  etag: string;
}

export function registerOpenApiRoutes(app: FastifyInstance, services: Services): void {
  const { registry } = services;
  // Contains only rules and paths, no data. Readable without a login, so that a programmer can start with it.
  const serve = (path: string, type: string, write: (document: OpenApiDocument) => string) => {
    let made: Made | undefined;
    app.get(path, async (request, reply) => {
      const of = `${registry.revision()} ${kabulDay(services.now())}`;
      if (made?.of !== of) {
        const text = write(openApiDocument(services));
        const etag = `"${etagOf(text)}"`;
        made = { of, text, packed: gzipSync(text), etag };
      }
      return send(request, reply.type(type), made);
    });
  };
  serve('/api/openapi.json', 'application/json; charset=utf-8', (document) => JSON.stringify(document));
  serve('/api/docs', 'text/html; charset=utf-8', openApiPage);
}

function send(request: FastifyRequest, reply: FastifyReply, { text, packed, etag }: Made): FastifyReply {
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return acceptsGzip(request) ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(text);
}
