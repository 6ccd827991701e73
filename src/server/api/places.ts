/** Provinces, districts and villages for selects, names of place ids, and borders for maps. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badFilter } from '../../core/errors/failure.ts';
import type { PlaceLevel } from '../../core/records/registry.ts';
import { isPlaceOffered, placeOfLevel, placesWithNames } from '../../core/views/list/places.ts';
import { checkedQueryOf } from '../http/bodies.ts';
import type { Services } from '../http/services.ts';
import { requireActor } from '../http/session.ts';
import { borderHashes, borderMap } from '../reference/borders/borders.ts';
import type { Place } from '../reference/places.ts';

export function registerPlaceRoutes(app: FastifyInstance, services: Services): void {
  const answer = async (request: FastifyRequest, keep: (place: Place) => boolean) => {
    await requireActor(request, services);
    return { data: placesWithNames([...services.registry.places().values()].filter(keep), request.language) };
  };
  const below = (id: string, level: PlaceLevel) => {
    const canonical = placeOfLevel(services.registry, id, level);
    return (place: Place) => place.parent_id === canonical && isPlaceOffered(place);
  };

  app.get('/api/provinces', (request) =>
    answer(request, (place) => place.level === 'province' && isPlaceOffered(place)),
  );
  app.get('/api/districts', (request) =>
    answer(request, (place) => place.level === 'district' && isPlaceOffered(place)),
  );
  app.get('/api/villages', (request) => answer(request, (place) => place.level === 'village' && isPlaceOffered(place)));
  app.get<{ Params: { id: string } }>('/api/province/:id/districts', async (request) => {
    await requireActor(request, services);
    return answer(request, below(request.params.id, 'province'));
  });
  app.get<{ Params: { id: string } }>('/api/district/:id/villages', async (request) => {
    await requireActor(request, services);
    return answer(request, below(request.params.id, 'district'));
  });
  app.get('/api/borders', async (request, reply) => {
    await requireActor(request, services);
    const db = services.database.read;
    const etag = `"${(await borderHashes(db)).map((hash) => hash.slice(0, 20)).join('-')}"`;
    reply.header('cache-control', 'private, no-cache').header('vary', 'authorization').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(await borderMap(db));
  });
  app.get('/api/places', async (request) => {
    await requireActor(request, services);
    const { ids } = checkedQueryOf<{ ids?: string[] }>(request);
    if (!ids) throw badFilter('ids');
    return answer(request, (place) => ids.includes(place.id));
  });
}
