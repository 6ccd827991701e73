/** `GET /api/public/figures` and `GET /api/public/flows/{id}`: what the public page shows, without a login. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badFilter, Failure } from '../../../core/errors/failure.ts';
import type { PublicFilters } from '../../../core/public/tabulate.ts';
import { RateCounter } from '../../accounts/rate.ts';
import { checkedQueryOf } from '../../http/bodies.ts';
import { etagOf } from '../../http/responses.ts';
import type { Services } from '../../http/services.ts';
import { readLocalSuffix } from '../../http/session.ts';
import { flowSvg } from '../../publication/flows.ts';
import { PUBLIC_DIMENSIONS, publicFigures } from '../../publication/view.ts';

const ASKED = { limit: 240, window: 60_000 };
const LONGEST_VALUE = 100;
/** Figures change once a day, texts with a release. */
const CACHED = { control: 'public, max-age=300', vary: 'accept-language' };

export function registerPublicFigureRoutes(app: FastifyInstance, services: Services): void {
  const admit = createPublicRateLimit(services);
  app.get('/api/public/figures', async (request, reply) => {
    admit(request, reply);
    const { registry, database } = services;
    const view = await publicFigures(
      { db: database.read, registry, language: request.language },
      readPublicFilters(checkedQueryOf(request)),
    );
    if (!view) throw new Failure('route_not_found');
    return sendCacheable(request, reply, JSON.stringify(view), 'application/json; charset=utf-8');
  });
  app.get<{ Params: { id: string } }>('/api/public/flows/:id', async (request, reply) => {
    admit(request, reply);
    const language = readLocalSuffix(checkedQueryOf(request).language, request.language);
    const svg = flowSvg(services.registry, request.params.id, language);
    if (!svg) throw new Failure('record_not_found');
    return sendCacheable(request, reply, svg, 'image/svg+xml; charset=utf-8');
  });
}

/** Returns a function that counts a request and throws rate_limited where one address asks too often. */
export function createPublicRateLimit(services: Pick<Services, 'now'>) {
  const asked = new RateCounter(ASKED);
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const at = services.now().getTime();
    const seconds = asked.wait(request.ip, at);
    if (seconds > 0) {
      reply.header('retry-after', seconds);
      throw new Failure('rate_limited', { params: { seconds } });
    }
    asked.use(request.ip, at);
  };
}

/** Reads the chosen values. Throws bad_filter if one is no plain text. */
export function readPublicFilters(query: Record<string, unknown>): PublicFilters {
  const filters: Record<string, string> = {};
  for (const dimension of PUBLIC_DIMENSIONS) {
    const value = query[dimension];
    if (value === undefined || value === '') continue;
    if (typeof value !== 'string' || value.length > LONGEST_VALUE) throw badFilter(dimension);
    filters[dimension] = value;
  }
  return filters;
}

/** Answers with an ETag, so that a browser that has the content is sent none. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  content: string,
  type: string,
  { control, vary }: typeof CACHED = CACHED,
): FastifyReply {
  const etag = `"${etagOf(content)}"`;
  reply.header('cache-control', control).header('vary', vary).header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(type).send(content);
}
