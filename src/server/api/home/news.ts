/**
 * What others did with a person's records: returned, verified, changed, and problems that were solved; and what they ask the
 * person to do. It is read from the revisions; only the moment of the last look is stored.
 */

import type { CompiledForm, Text } from '../../../core/definitions/types.ts';
import type { NewsGroup, NewsItem, NewsView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { scopeOf } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import { LANGUAGES, pickText } from '../../../core/text/languages.ts';
import { readableQuestionComments } from '../../../core/views/home/waiting.ts';
import { PARENT_MOVED_ACTION } from '../../db/events.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import { problemsSince } from './cards.ts';

/** Older changes are no news, whenever somebody last looked. */
const DAYS = 30;
const LOOKED_AT = 500;
const SHOWN = 20;

export type NewsServices = Pick<Services, 'database' | 'registry' | 'records' | 'now'>;

/** Returns the moment of the last look, or of the oldest news. */
export async function newsSeenAt({ database, now }: NewsServices, userId: string): Promise<string> {
  const row = await database.read
    .selectFrom('user_news')
    .select('seen_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return later(row?.seen_at ?? '', new Date(now().getTime() - DAYS * 86_400_000).toISOString());
}

/** Stores that the person has seen everything up to a moment. It never moves back, nor into the future. */
export async function markNewsSeen({ database, now }: NewsServices, userId: string, until: string): Promise<void> {
  const at = until < now().toISOString() ? until : now().toISOString();
  await database.transaction((trx) =>
    trx
      .insertInto('user_news')
      .values({ user_id: userId, seen_at: at, digest: null, digest_at: null })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ seen_at: at })
          .where((eb) => eb.or([eb('user_news.seen_at', 'is', null), eb('user_news.seen_at', '<', at)])),
      )
      .execute(),
  );
}

/** `shown` is how many of each group are told with their names. */
export async function newsSince(services: NewsServices, actor: Actor, since: string, shown = SHOWN): Promise<NewsView> {
  const items = [
    ...(await requests(services, actor, since)),
    ...(await changesOfOthers(services, actor, since)),
    ...(await solvedProblems(services, actor, since)),
  ];
  // Not the present moment: a change that is being written now has an earlier moment, and would never be told.
  const until = items.reduce((newest, { at }) => later(newest, at), since);
  const groups = new Map<string, NewsGroup>();
  for (const { action, label, ...item } of items) {
    const key = `${action} ${label.en}`;
    const group = groups.get(key) ?? { action, label, count: 0, data: [] };
    groups.set(key, group);
    group.count += 1;
    if (group.data.length < shown) group.data.push(item);
  }
  return { since, until, count: items.length, groups: [...groups.values()] };
}

type Item = NewsItem & { action: string; label: Text };

/** Returns the last change of each record that the person made or last corrected, if somebody else made it. */
async function changesOfOthers(services: NewsServices, actor: Actor, since: string): Promise<Item[]> {
  const rows = await services.database.read
    .selectFrom('events as e')
    .innerJoin('records as r', 'r.id', 'e.record_id')
    .innerJoin('record_revisions as v', (join) =>
      join.onRef('v.record_id', '=', 'e.record_id').onRef('v.seq', '=', 'e.seq'),
    )
    .select(['r.id', 'r.form', 'r.code', 'r.name', 'v.action', 'v.at', 'v.by_name', 'v.comment', 'v.fields'])
    .where('e.at', '>', since)
    .where('e.user_id', '!=', actor.id)
    .where('e.action', '!=', PARENT_MOVED_ACTION)
    .where((eb) => eb.or([eb('r.created_by', '=', actor.id), eb('r.edited_by', '=', actor.id)]))
    .where('r.deleted_at', 'is', null)
    // Whoever took the record further since then, for example sent it again, knows.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('events as own')
            .select('own.id')
            .whereRef('own.record_id', '=', 'e.record_id')
            .whereRef('own.seq', '>', 'e.seq')
            .where('own.user_id', '=', actor.id)
            .where('own.action', 'not in', ['create', 'update', PARENT_MOVED_ACTION]),
        ),
      ),
    )
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const seen = await services.records.seenAmong(
    rows.map(({ id }) => id),
    actor,
  );
  const told = new Set<string>();
  return rows.flatMap(({ id, form: name, code, name: title, action, at, by_name: by, comment, fields }): Item[] => {
    const form = services.registry.form(name);
    if (!form || told.has(id) || !seen.has(id)) return [];
    told.add(id);
    const path = form.definition.paths.record.replace(':id', id);
    const label = labelOf(services, form, action);
    const questions = readableQuestionComments(
      { registry: services.registry, actor },
      form,
      fields ? JSON.parse(fields) : [],
    );
    return [
      {
        form: name,
        id,
        code,
        name: title || (code ?? ''),
        path,
        at,
        by,
        comment: comment || null,
        questions,
        action,
        label,
      },
    ];
  });
}

/** Returns what others ask this person to do with a record, as long as it can be done. */
async function requests(services: NewsServices, actor: Actor, since: string): Promise<Item[]> {
  const { database, registry, records } = services;
  const asking = Object.values(registry.common().workflows).flatMap(({ transitions }) =>
    transitions.filter(({ asks }) => asks),
  );
  if (asking.length === 0) return [];
  const rows = await database.read
    .selectFrom('events as e')
    .innerJoin('record_revisions as v', (join) =>
      join.onRef('v.record_id', '=', 'e.record_id').onRef('v.seq', '=', 'e.seq'),
    )
    .select(['v.record_id', 'v.action', 'v.at', 'v.by_name', 'v.comment'])
    .where('e.at', '>', since)
    .where('e.user_id', '!=', actor.id)
    .where(
      'e.action',
      'in',
      asking.map(({ action }) => action),
    )
    .orderBy('e.at', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const seen = await records.recordsById([...new Set(rows.map(({ record_id }) => record_id))], actor);
  const byId = new Map(seen.map((one) => [one.record.id, one]));
  return rows.flatMap(({ record_id: id, action, at, by_name: by, comment }): Item[] => {
    const found = byId.get(id);
    const form = found && registry.form(found.record.form);
    const step = form && registry.workflow(form).transitions.find((one) => one.action === action);
    if (!form || !step?.asks) return [];
    const { allowed } = scopeOf({ ...registry.scopeRules(form), record: found.record, actor });
    if (!getOwn(allowed, step.asks)) return [];
    byId.delete(id);
    const path = form.definition.paths.record.replace(':id', id);
    const { code } = found.record;
    return [
      { form: form.form, id, code, name: found.name, path, at, by, comment, questions: [], action, label: step.label },
    ];
  });
}

async function solvedProblems(services: NewsServices, actor: Actor, since: string): Promise<Item[]> {
  return (await problemsSince({ services, actor }, since)).map(({ form, record, path, at, site, title, status }) => ({
    form,
    id: record,
    code: null,
    name: site ?? '',
    path,
    at,
    by: '',
    comment: pickText(title, actor.language),
    questions: [],
    action: 'problem',
    label: status,
  }));
}

/** Names a change by the state that it led to, or by the words of the history. */
function labelOf({ registry }: NewsServices, form: CompiledForm, action: string): Text {
  const { states, transitions } = registry.workflow(form);
  const step = transitions.find((one) => one.action === action);
  const state = states.find(({ id }) => id === step?.to);
  if (state) return state.label;
  const named = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      words(language, `server:news.${action === 'create' ? 'create' : 'update'}`),
    ]),
  );
  return named as unknown as Text;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
