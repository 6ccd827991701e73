/** Places of the provinces that a person works in, for devices: villages, retired places and duplicates too. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { namedRow } from '../../../core/api/names.ts';
import type { SyncPlaceLine } from '../../../core/generated/api.ts';
import { memoizeByObject } from '../../../core/memoize.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { Language } from '../../../core/text/languages.ts';
import { splitInChunks } from '../../db/rows.ts';
import { checkedQueryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { requireActor } from '../../http/session.ts';
import type { Place } from '../../reference/places.ts';
import { sendLines } from './lines.ts';
import type { SyncQueryText } from './query.ts';

const AT_ONCE = 500;

export async function sendPlaces(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const actor = await requireActor(request, services);
  const { province: asked } = checkedQueryOf<SyncQueryText>(request);
  const reached = provincesOfActor(services, actor);
  const provinces = asked ? reached.filter((id) => asked.includes(id)) : reached;
  const found = provinces.flatMap((id) => placesByProvince(services).get(id)?.places ?? []);
  return sendLines(request, reply, actor.id, linesOf(found, request.language));
}

async function* linesOf(found: readonly Place[], language: Language): AsyncGenerator<SyncPlaceLine[]> {
  for (const part of splitInChunks(found, AT_ONCE)) yield part.map((place) => ({ place: namedRow(place, language) }));
  yield [{ places: found.length }];
}

/** Returns the provinces that the person works in, by their grants. */
export function provincesOfActor({ registry }: Services, { grants }: Actor): string[] {
  const provinces = [...registry.places().values()].filter(({ level }) => level === 'province').map(({ id }) => id);
  const isEverywhere = grants.some(({ province_id }) => province_id === null);
  return provinces.filter((id) => isEverywhere || grants.some(({ province_id }) => province_id === id));
}

interface OfProvince {
  places: Place[];
  hash: string;
}

/** Returns each province with its districts and villages, retired ones and duplicates too, which older records name. */
export const placesByProvince = ({ registry }: Services): Map<string, OfProvince> => groupsOf(registry.places());

/** The registry has a new map after each change of places. */
const groupsOf = memoizeByObject('places by province', (places: ReadonlyMap<string, Place>) => {
  const found = new Map<string, Place[]>();
  for (const place of places.values()) {
    const province = provinceOf(place, places);
    if (province) found.set(province, [...(found.get(province) ?? []), place]);
  }
  return new Map(
    [...found].map(([id, list]) => [
      id,
      { places: list, hash: createHash('sha256').update(JSON.stringify(list)).digest('base64url') },
    ]),
  );
});

function provinceOf(place: Place, places: ReadonlyMap<string, Place>): string | undefined {
  let at: Place | undefined = place;
  // Three levels; a damaged table must not make it endless.
  for (let steps = 0; at && at.level !== 'province' && steps < 5; steps += 1)
    at = at.parent_id === null ? undefined : places.get(at.parent_id);
  return at?.level === 'province' ? at.id : undefined;
}
