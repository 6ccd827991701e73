/** What views read on the server: tables, behind the guard of restricted answers, for the person of a call. */

import { defaultCalendar } from '../../core/text/dates.ts';
import type { Reads } from '../../core/views/reads.ts';
import { seenProblems } from '../problems/seen.ts';
import { countingAmong } from '../problems/visits.ts';
import { movesInto } from '../records/moves.ts';
import { namesIn } from '../records/names.ts';
import type { Call } from './call.ts';
import { readerOf } from './reader.ts';

export function readsOf(call: Pick<Call, 'services' | 'actor' | 'language'>): Reads {
  const { services, actor, language } = call;
  const { registry, records } = services;
  const { read } = services.database;
  return {
    ...readerOf(call),
    ...namesIn(services),
    registry,
    actor,
    calendar: defaultCalendar(language),
    now: services.now,
    list: (query) => records.list(query, actor),
    async countBy(form, filters, column) {
      const groups = await records.aggregate({ form, filters: [...filters], by: [column] }, actor);
      return new Map(groups.map(({ keys: [key], count }) => [key as string, count]));
    },
    countAcross: (queries) => records.countAcross(queries, actor),
    listAcross: (queries) => records.listAcross(queries, actor),
    dueSites: (query) => records.dueSites(query, actor),
    moves: (rows) => movesInto(services.database, rows),
    async problems(site, counts) {
      const seen = await seenProblems(read, site, async (ids) => {
        const own = await records.seenAmong(ids, actor);
        return counts ? countingAmong(read, [...own], counts) : own;
      });
      return seen.map(({ problem, ...told }) => ({ ...told, problem: { ...problem, open: problem.open === 1 } }));
    },
  };
}
