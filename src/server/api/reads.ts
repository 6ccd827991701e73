/** What views read on the server: tables, behind the guard of restricted answers, for the person of a call. */

import { defaultCalendar, kabulDay } from '../../core/text/dates.ts';
import type { Reads } from '../../core/views/reads.ts';
import { problemsByNumber } from '../problems/find.ts';
import { seenProblems } from '../problems/seen.ts';
import { countingAmong } from '../problems/visits.ts';
import { movesInto } from '../records/history/moves.ts';
import { placeIndexOf } from '../reference/placeIndex.ts';
import type { Call } from './call.ts';
import { maySeeFile } from './files/restricted.ts';
import { findOne } from './findOne.ts';
import { namesIn } from './names.ts';
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
    dayOfForms: () => kabulDay(services.now()),
    one(forms, id) {
      const form = forms.length === 1 && forms[0] !== undefined ? registry.form(forms[0]) : undefined;
      return form ? records.get(form, id, actor) : findOne(call, forms, id);
    },
    scopeForNew: (form, parent) => records.scopeForNew(form, parent?.record.id ?? null, actor),
    findByName: (question) => records.findByName(question, actor),
    async findProblems(question) {
      const found = await problemsByNumber(read, question, actor, (ids) => records.seenAmong(ids, actor));
      return found.map(({ problem, site }) => ({ site, problem: { ...problem, open: problem.open === 1 } }));
    },
    placeIndex: () => placeIndexOf(registry, language),
    list: (query) => records.list(query, actor),
    sums: (query) => records.sums(query, actor),
    async countBy(form, filters, column) {
      const groups = await records.aggregate({ form, filters: [...filters], by: [column] }, actor);
      return new Map(groups.map(({ keys: [key], count }) => [key as string, count]));
    },
    countAcross: (queries) => records.countAcross(queries, actor),
    listAcross: (queries) => records.listAcross(queries, actor),
    dueSites: (query) => records.dueSites(query, actor),
    openProblems: (query, days) => records.openProblems(query, days, actor),
    history: (form, { record }) => records.history(form, record.id, actor),
    async files({ record }) {
      const rows = await read
        .selectFrom('attachments')
        .select(['id', 'name', 'media_type', 'size', 'width', 'height', 'field', 'created_at', 'created_by'])
        .where('record_id', '=', record.id)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const shown = rows.filter((file) => maySeeFile(services, record, file, actor));
      return shown.map((file) => ({ ...file, url: `/api/files/${file.id}` }));
    },
    isFree: (form, property, value, except) => records.isUnique(form, property, value, except, actor),
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
