/**
 * `GET /api/find`: what a person looks for by a few letters, in one call: records of every form by name and code, problems
 * by code, places, and accounts. Everything is within what the person may see. Forms and actions are found on the device.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { namedItem, namedPlainly } from '../../../core/api/names.ts';
import { problemType } from '../../../core/api/problems.ts';
import { badFilter } from '../../../core/errors/failure.ts';
import type { FindResponse, FoundByName } from '../../../core/generated/api.ts';
import { problemCode, problemNumber } from '../../../core/problems/code.ts';
import { byFit } from '../../../core/query/byName.ts';
import { findPlaces } from '../../../core/query/placeSearch.ts';
import { mayEngine } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import { seesSome, visiblePlaces } from '../../../core/records/visiblePlaces.ts';
import { searchWords } from '../../../core/text/fold.ts';
import type { Language } from '../../../core/text/languages.ts';
import { queryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import { problemsByNumber } from '../../problems/find.ts';
import type { FoundOfForm } from '../../records/find.ts';
import { placeIndexOf } from '../../reference/placeIndex.ts';

const FEWEST_LETTERS = 2;
/** Most records of one form, most forms with records, most places, most accounts, most problems. */
const MOST = { records: 4, forms: 8, places: 5, accounts: 5, problems: 8 };

export function registerFind(app: FastifyInstance, services: Services): void {
  app.get('/api/find', async (request, reply): Promise<FindResponse> => {
    const actor = await actorOf(request, services);
    const { q = '' } = queryOf(request);
    if (typeof q !== 'string') throw badFilter('q');
    const words = searchWords(q);
    if ([...words.join('')].length < FEWEST_LETTERS) throw badFilter('q');
    const { language } = request;
    const found = await records(services, actor, words, reply);
    return {
      records: found.flatMap((one) => shown(services, one, language)),
      more: found.filter(({ hasMore }) => hasMore).map(({ form }) => form.form),
      problems: await problemsOf(services, actor, words, language),
      places: await placesOf(services, actor, words, language),
      accounts: await accountsOf(services, actor, words),
    };
  });
}

/** Returns the forms with records that fit best. Of equally good ones, sites come first, then people. */
async function records(services: Services, actor: Actor, words: string[], reply: FastifyReply): Promise<FoundOfForm[]> {
  const { permissions } = services.registry.common();
  const forms = services.registry
    .forms()
    // Entries of a log have the names of the records they are about.
    .filter(({ definition }) => definition.kind !== 'log')
    .filter((form) => seesSome(visiblePlaces(actor, form, permissions)));
  const isGone = () => reply.raw.destroyed;
  const found = await services.records.findByName({ forms, words, most: MOST.records, isGone }, actor);
  return found.sort(byFit).slice(0, MOST.forms);
}

function shown(services: Services, { form, rows }: FoundOfForm, language: Language): FindResponse['records'] {
  return rows.map((row) => shownRecord(services, { form: form.form, ...row }, language));
}

function shownRecord(
  { registry }: Services,
  { form, id, name, code, province_id }: Omit<FoundByName, 'province'> & { province_id: string | null },
  language: Language,
): FoundByName {
  const province = registry.place(province_id ?? '');
  return { form, id, name, code: code || null, province: province ? namedItem(province, language) : null };
}

/** Returns the problems whose code is one of the words, at sites that have the other words. */
async function problemsOf(services: Services, actor: Actor, words: readonly string[], language: Language) {
  const at = words.findIndex((word) => problemNumber(word) !== undefined);
  const number = problemNumber(words[at] ?? '');
  if (number === undefined) return [];
  const question = { number, words: words.filter((_, index) => index !== at), most: MOST.problems };
  const seenAmong = (ids: readonly string[]) => services.records.seenAmong(ids, actor);
  const found = await problemsByNumber(services.database.read, question, actor, seenAmong);
  return found.map(({ problem: { id, programme, type_id, open }, site }) => {
    const type = problemType(services.registry, type_id, programme);
    const { name_en, name_fa, name_ps } = type ?? namedPlainly(type_id, type_id);
    const shown = shownRecord(services, site, language);
    return { id, code: problemCode(number), name_en, name_fa, name_ps, open: open === 1, site: shown };
  });
}

/** Returns provinces and districts where the person works. People without rights in a province do not find it. */
async function placesOf(
  services: Services,
  actor: Actor,
  words: string[],
  language: Language,
): Promise<FindResponse['places']> {
  const provinces = new Set(actor.grants.map(({ province_id }) => province_id));
  const places = services.registry.places();
  const { data } = findPlaces(places, await placeIndexOf(services.registry, language), words, {
    language,
    most: MOST.places,
    levels: ['province', 'district'],
    isAsked: (id, above) =>
      !places.get(id)?.retired_at && (provinces.has(null) || [id, ...above].some((one) => provinces.has(one))),
  });
  return data.map(({ level, detail, ...place }) => ({
    ...(namedItem(place, language) as FindResponse['places'][number]),
    level: level === 'district' ? level : 'province',
    detail,
  }));
}

async function accountsOf({ accounts, registry }: Services, actor: Actor, words: string[]) {
  if (!mayEngine(actor, 'accounts', registry.common().permissions)) return [];
  const { rows } = await accounts.administration.list(1, MOST.accounts, { text: words.join(' ') });
  return rows.map(({ id, name, username }) => ({ id, name, username }));
}
