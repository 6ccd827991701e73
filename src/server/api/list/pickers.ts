/**
 * Search for pickers while a person types. Finds places of every level and records of any forms by folded text, a few at a
 * time, and the names of ids in a link. Users find only records that their lists show them.
 */
import type { FastifyInstance } from 'fastify';
import { findRecords } from '../../../core/query/recordSearch.ts';
import type { PlaceLevel } from '../../../core/records/registry.ts';
import { truncate } from '../../../core/text/clean.ts';
import { searchWords } from '../../../core/text/fold.ts';
import { placesView } from '../../../core/views/list/find.ts';
import { queryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import { readsOf } from '../reads.ts';

type PlaceQuery = { level: PlaceLevel[]; within: string[]; text?: string };
type RecordQuery = Record<'forms' | 'ids' | 'roles', string[]> & { text?: string; near?: string };

export function registerPickers(app: FastifyInstance, services: Services): void {
  app.get('/api/lookup/places', async (request) => {
    const actor = await actorOf(request, services);
    const { level: levels, within, text = '' } = queryOf<PlaceQuery>(request);
    const reads = readsOf({ services, actor, language: request.language });
    return placesView(reads, { levels, within, words: searchWords(text) });
  });

  app.get('/api/lookup/records', async (request) => {
    const actor = await actorOf(request, services);
    const { text = '', near = '', ...lists } = queryOf<RecordQuery>(request);
    const reads = readsOf({ services, actor, language: request.language });
    const asked = { ...lists, text: truncate(text, 200), near: near.slice(0, 64) || undefined };
    return { data: await findRecords(reads, asked) };
  });
}
