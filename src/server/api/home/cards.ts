/**
 * Cards of the home screen that only the server answers: the newest changes of records that the person sees, and what became of the
 * problems that they reported.
 */

import { problemType } from '../../../core/api/problems.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { ActivityView, ReportedProblem } from '../../../core/generated/api.ts';
import { isOpenStatus, PROBLEM_STATUS, type ProblemStatus } from '../../../core/problems/log.ts';
import { seesSomePlaces, visiblePlaces } from '../../../core/records/permission.ts';
import type { Actor } from '../../../core/records/types.ts';
import { addDays, kabulDay } from '../../../core/text/dates.ts';
import { PARENT_MOVED_ACTION } from '../../db/events.ts';
import { groupIntoMap, rowsById } from '../../db/rows.ts';
import type { Services } from '../../http/services.ts';
import { revisionNotesOf } from '../../records/history/chain.ts';
import { findNamesOfRecords } from '../reads.ts';

/** What every card needs to know. */
interface HomeContext {
  services: Services;
  actor: Actor;
  language: Actor['language'];
  /** Forms of which the person may see records. */
  forms: CompiledForm[];
}

const SHOWN = 12;
/** Longest pause within a run of alike changes. */
const RUN_MS = 60_000;
/** Number of newest events to search. */
const LOOKED_AT = 400;

/** Returns the ids of recently changed records that may concern the person, the newest first. */
async function newestChanged({ services, actor, forms }: HomeContext): Promise<string[]> {
  const { permissions } = services.registry.common();
  const seen = forms.map((form) => visiblePlaces(actor, form, permissions)).filter(seesSomePlaces);
  const provinces = [...new Set(seen.flatMap((places) => places.provinces))];
  let events = services.database.read
    .selectFrom('events')
    .select('record_id')
    .where('record_id', 'is not', null)
    .where('action', '!=', PARENT_MOVED_ACTION)
    .orderBy('at', 'desc')
    .limit(LOOKED_AT);
  if (!seen.some((places) => places.all)) {
    events = events.where((eb) =>
      eb.or([
        eb('user_id', '=', actor.id),
        ...(provinces.length > 0 ? [eb('province_id', 'in', provinces), eb('province_id', 'is', null)] : []),
      ]),
    );
  }
  const ids = new Set((await events.execute()).flatMap(({ record_id }) => record_id ?? []));
  return [...ids].slice(0, 4 * SHOWN);
}

/** Returns the newest changes. Events name the records; the rules decide which of them the person sees. */
export async function recentActivity(context: HomeContext): Promise<ActivityView[]> {
  const { services, actor } = context;
  const ids = [...(await services.records.seenAmong(await newestChanged(context), actor))];
  if (ids.length === 0) return [];
  const columns = ['id', 'form', 'code', 'updated_at'] as const;
  const records = await rowsById(services.database.read, 'records', columns, ids);
  records.sort((x, y) => (x.updated_at < y.updated_at ? 1 : -1));
  const revisions = await services.database.read
    .selectFrom('record_revisions as r')
    .innerJoin('records as last', (on) => on.onRef('last.id', '=', 'r.record_id').onRef('last.version', '=', 'r.seq'))
    .select(['r.record_id', 'r.action', 'r.at', 'r.by_id', 'r.by_name', 'r.record'])
    .where('r.record_id', 'in', ids)
    .execute();
  const names = await findNamesOfRecords(services, ids);
  const rows = records.flatMap(({ id, form, code }): ActivityView[] => {
    const last = revisions.find(({ record_id }) => record_id === id);
    if (!last) return [];
    const { title, paths } = (services.registry.form(form) as CompiledForm).definition;
    const { at, by_id, by_name, action } = last;
    const name = names[id]?.name ?? code ?? '';
    const path = paths.record.replace(':id', id);
    const by = { id: by_id, name: by_name };
    const { taken_in_by } = revisionNotesOf(last);
    return [{ form, id, code, name, path, title, at, by, ...(taken_in_by && { taken_in_by }), action, count: 1 }];
  });
  return inRuns(rows).slice(0, SHOWN);
}

/** Joins what one person did to many records of a form, one right after the other. */
function inRuns(rows: readonly ActivityView[]): ActivityView[] {
  const runs: ActivityView[] = [];
  let end = '';
  for (const row of rows) {
    const run = runs.at(-1);
    const isByAlike = run?.by.id === row.by.id && run.taken_in_by?.id === row.taken_in_by?.id;
    const isAlike = run?.form === row.form && run.action === row.action && isByAlike;
    if (run && isAlike && Date.parse(end) - Date.parse(row.at) <= RUN_MS) run.count += 1;
    else runs.push({ ...row });
    end = row.at;
  }
  return runs;
}

const REPORTED_SHOWN = 6;
const REPORTED_LOOKED_AT = 60;
/** Days for which a change of a problem is news. */
const LATELY = 60;
const IDENTIFIED = 1;

/** Returns the problems that others solved or took further after the person's own visit, the newest change first. */
export async function reportedProblems(context: HomeContext): Promise<ReportedProblem[]> {
  const since = addDays(kabulDay(context.services.now()), -LATELY) as string;
  return (await problemsSince(context, since)).slice(0, REPORTED_SHOWN);
}

/** The same for changes after an instant. */
export async function problemsSince(
  { services, actor }: { services: Pick<Services, 'database' | 'registry' | 'records'>; actor: Actor },
  since: string,
): Promise<ReportedProblem[]> {
  const { read } = services.database;
  const problems = await read
    .selectFrom('problems as p')
    .innerJoin('problem_logs as l', (join) => join.onRef('l.problem_id', '=', 'p.id').on('l.role', '=', IDENTIFIED))
    .innerJoin('records as r', 'r.id', 'l.record_id')
    .select(['p.id', 'p.programme', 'p.type_id', 'p.status', 'p.site_id', 'p.updated_at'])
    .distinct()
    .where('r.created_by', '=', actor.id)
    .where('p.updated_at', '>', since)
    .orderBy('p.updated_at', 'desc')
    .limit(REPORTED_LOOKED_AT)
    .execute();
  if (problems.length === 0) return [];
  const entries = await read
    .selectFrom('problem_logs')
    .select(['problem_id', 'record_id', 'role', 'created_at'])
    .where(
      'problem_id',
      'in',
      problems.map(({ id }) => id),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = [...new Set(entries.map(({ record_id }) => record_id))];
  // A problem is told only to those who see every visit that says something about it.
  const seen = await services.records.seenAmong(ids, actor);
  const records = new Map(
    (await rowsById(read, 'records', ['id', 'form', 'created_by', 'edited_by'], ids)).map((row) => [row.id, row]),
  );
  const logs = groupIntoMap(entries, ({ problem_id }) => problem_id);
  const names = await findNamesOfRecords(
    services,
    problems.map(({ site_id }) => site_id),
  );
  const labels = services.registry.problem()?.fields.get(PROBLEM_STATUS)?.def.options ?? [];
  return problems.flatMap(({ id, programme, type_id, status, site_id }): ReportedProblem[] => {
    const own = logs.get(id) ?? [];
    const last = own.at(-1);
    const record = last && records.get(last.record_id);
    const form = record && services.registry.form(record.form);
    if (!form || !own.every(({ record_id }) => seen.has(record_id))) return [];
    // What the person said about it themselves is no news.
    if (last.created_at <= since || record.created_by === actor.id || last.role === IDENTIFIED) return [];
    const type = problemType(services.registry, type_id, programme);
    const title = type ? { en: type.name_en, fa: type.name_fa, ps: type.name_ps } : same(type_id);
    const label = labels.find(({ value }) => value === status)?.label ?? same(status);
    return [
      {
        id,
        title,
        status: label,
        open: isOpenStatus(status as ProblemStatus),
        at: last.created_at,
        site: (site_id && names[site_id]?.name) || null,
        form: form.form,
        record: record.id,
        path: form.definition.paths.record.replace(':id', record.id),
      },
    ];
  });
}

function same(text: string) {
  return { en: text, fa: text, ps: text };
}
