/**
 * Search while a person types: for pickers, for the options of one question, and for everything that they may look for. Users find only
 * what their lists show them.
 */

import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { FindResponse, OfferedOptionsResponse, OptionSearchBody } from '../../../core/generated/api.ts';
import { readOptionQuestion, searchOptions } from '../../../core/query/options/search.ts';
import { searchRecords } from '../../../core/query/recordSearch.ts';
import type { PlaceLevel } from '../../../core/records/registry.ts';
import { mayActSystemWide } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import { searchWords, truncate } from '../../../core/text/letters.ts';
import { parseSearchWords, placeSearchView, searchView } from '../../../core/views/list/find.ts';
import { checkedBodyOf, checkedQueryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { requireActor } from '../../http/session.ts';
import { createServerReads } from '../reads.ts';

type PlaceQuery = { level: PlaceLevel[]; within: string[]; text?: string };
type RecordQuery = Record<'forms' | 'ids' | 'roles', string[]> & { text?: string; near?: string };

/** Finds places of every level and records of any forms by folded text, a few at a time, and the names of ids in a link. */
export function registerPickerRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/lookup/places', async (request) => {
    const actor = await requireActor(request, services);
    const { level: levels, within, text = '' } = checkedQueryOf<PlaceQuery>(request);
    const reads = createServerReads({ services, actor, language: request.language });
    return placeSearchView(reads, { levels, within, words: searchWords(text) });
  });

  app.get('/api/lookup/records', async (request) => {
    const actor = await requireActor(request, services);
    const { text = '', near = '', ...lists } = checkedQueryOf<RecordQuery>(request);
    const reads = createServerReads({ services, actor, language: request.language });
    const asked = { ...lists, text: truncate(text, 200), near: near.slice(0, 64) || undefined };
    return { data: await searchRecords(reads, asked) };
  });
}

const MOST_ACCOUNTS = 5;

/**
 * `GET /api/find`: what a person looks for by a few letters, in one call: records of every form by name and code, problems
 * by code, places, and accounts. Everything is within what the person may see. Forms and actions are found on the device.
 */
export function registerSearchRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/find', async (request, reply): Promise<FindResponse> => {
    const actor = await requireActor(request, services);
    const words = parseSearchWords(checkedQueryOf(request).q ?? '');
    const reads = createServerReads({ services, actor, language: request.language });
    const found = await searchView(reads, words, () => reply.raw.destroyed);
    return { ...found, accounts: await accountsOf(services, actor, words) };
  });
}

async function accountsOf({ accounts, registry }: Services, actor: Actor, words: string[]) {
  if (!mayActSystemWide(actor, 'accounts', registry.common().permissions)) return [];
  const { rows } = await accounts.administration.list(1, MOST_ACCOUNTS, { text: words.join(' ') });
  return rows.map(({ id, name, username }) => ({ id, name, username }));
}

/**
 * `POST /api/lookup/options`: the options of one question, a page at a time, as its filter offers them for the answers that the
 * caller sends. The filter is that of the definition, and the evaluator the one that judges a save.
 */
export function registerOptionRoutes(app: FastifyInstance, services: Services): void {
  app.post('/api/lookup/options', async (request): Promise<OfferedOptionsResponse> => {
    const actor = await requireActor(request, services);
    const question = readOptionQuestion(services.registry, checkedBodyOf<OptionSearchBody>(request));
    const reads = createServerReads({ services, actor, language: request.language });
    return searchOptions(reads, question, () => setImmediate());
  });
}
