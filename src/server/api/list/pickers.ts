/**
 * Search for pickers while a person types. Finds places of every level and records of any forms by folded text, a few at a
 * time, and the names of ids in a link. Users find only records that their lists show them.
 */
import type { FastifyInstance } from 'fastify';
import { badFilter } from '../../../core/errors/failure.ts';
import { findRecords } from '../../../core/query/recordSearch.ts';
import { PLACE_LEVELS, type PlaceLevel } from '../../../core/records/registry.ts';
import { searchWords } from '../../../core/text/fold.ts';
import { placesView } from '../../../core/views/list/find.ts';
import { queryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import { readsOf } from '../reads.ts';

const MOST_IDS = 200;
const MOST_FORMS = 20;
const MOST_ROLES = 30;

export function registerPickers(app: FastifyInstance, services: Services): void {
  app.get('/api/lookup/places', async (request) => {
    const actor = await actorOf(request, services);
    const query = queryOf(request);
    return placesView(readsOf({ services, actor, language: request.language }), {
      levels: list(query.level, 'level', PLACE_LEVELS.length).map(readLevel),
      within: list(query.within, 'within', MOST_IDS),
      words: typeof query.text === 'string' ? searchWords(query.text) : [],
    });
  });

  app.get('/api/lookup/records', async (request) => {
    const actor = await actorOf(request, services);
    const query = queryOf(request);
    const asked = list(query.forms, 'forms', MOST_FORMS);
    const ids = list(query.ids, 'ids', MOST_IDS);
    const text = typeof query.text === 'string' ? query.text.slice(0, 200) : '';
    const roles = list(query.roles, 'roles', MOST_ROLES);
    const near = typeof query.near === 'string' && query.near !== '' ? query.near.slice(0, 64) : undefined;
    const reads = readsOf({ services, actor, language: request.language });
    return { data: await findRecords(reads, { forms: asked, text, ids, roles, near }) };
  });
}

function readLevel(text: string): PlaceLevel {
  const level = PLACE_LEVELS.find((one) => one === text);
  if (!level) throw badFilter('level');
  return level;
}

function list(value: unknown, field: string, most: number): string[] {
  if (value === undefined || value === '') return [];
  if (typeof value !== 'string') throw badFilter(field);
  const items = value.split(',').filter(Boolean);
  if (items.length > most) throw badFilter(field);
  return items;
}
