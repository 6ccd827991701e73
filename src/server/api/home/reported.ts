/** What became of the problems that a person reported. */

import { problemType } from '../../../core/api/problems.ts';
import type { ReportedProblem } from '../../../core/generated/api.ts';
import { isOpen, type ProblemStatus, STATUS } from '../../../core/problems/log.ts';
import type { Actor } from '../../../core/records/types.ts';
import { addDays, kabulDay } from '../../../core/text/dates.ts';
import { groupBy, rowsById } from '../../db/rows.ts';
import type { Services } from '../../http/services.ts';
import { recordNames } from '../reads.ts';
import type { HomeContext } from './context.ts';

const SHOWN = 6;
const LOOKED_AT = 60;
/** Days for which a change of a problem is news. */
const LATELY = 60;
const IDENTIFIED = 1;

/** Returns the problems that others solved or took further after the person's own visit, the newest change first. */
export async function reportedProblems(context: HomeContext): Promise<ReportedProblem[]> {
  const since = addDays(kabulDay(context.services.now()), -LATELY) as string;
  return (await problemsSince(context, since)).slice(0, SHOWN);
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
    .limit(LOOKED_AT)
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
  const logs = groupBy(entries, ({ problem_id }) => problem_id);
  const names = await recordNames(
    services,
    problems.map(({ site_id }) => site_id),
  );
  const labels = services.registry.problem()?.fields.get(STATUS)?.def.options ?? [];
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
        open: isOpen(status as ProblemStatus),
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
