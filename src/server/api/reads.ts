/**
 * What views read on the server: tables, behind the guard of restricted answers, for the person of a call. Names of records,
 * accounts and problems are read by their ids, with one query per table.
 */
import type { ResponseContext } from '../../core/api/render.ts';
import type { Refs } from '../../core/form/types/fieldType.ts';
import { defaultCalendar, kabulDay } from '../../core/text/dates.ts';
import { lookUpRecordNames, NameCollector } from '../../core/views/names.ts';
import type { NameSource, Reads } from '../../core/views/reads.ts';
import type { Database } from '../db/database.ts';
import { namesById } from '../db/rows.ts';
import { errorSentenceIn } from '../http/responses.ts';
import { problemsByNumber } from '../problems/find.ts';
import { problemCodes, visibleProblemsOfSite } from '../problems/log.ts';
import { countingVisitsAmong } from '../problems/visits.ts';
import { lastTransitionsInto } from '../records/history/moves.ts';
import { placeIndexOf } from '../reference/placeIndex.ts';
import type { ApiCall } from './call.ts';
import { mayReadFile } from './files/restricted.ts';
import { findRecordAmong } from './findRecordAmong.ts';

/** What names are looked up in. */
export interface NameServices {
  database: Pick<Database, 'read'>;
  registry: NameSource['registry'];
}

function namesIn({ database: { read }, registry }: NameServices): NameSource {
  return {
    registry,
    async namesOf({ records, accounts, problems }) {
      const refs: Refs = {};
      for (const { id, name, form, code } of await namesById(read, [...records], [...accounts]))
        refs[id] ??= form === null ? { name } : { name: name || (code ?? id), form, code };
      for (const [id, code] of await problemCodes(read, [...problems])) refs[id] ??= { code };
      return refs;
    },
  };
}

export function createNameCollector(services: NameServices): NameCollector {
  return new NameCollector(namesIn(services));
}

/** Returns the names of records by id. */
export function findNamesOfRecords(services: NameServices, ids: Iterable<unknown>): Promise<Refs> {
  return lookUpRecordNames(namesIn(services), ids);
}

/** What responses are written with on the server: its definitions, and the sentences of `locales`. */
function readerOf({ services, language }: Pick<ApiCall, 'services' | 'language'>): ResponseContext {
  return { registry: services.registry, language, sentence: (code, params) => errorSentenceIn(language, code, params) };
}

export function createServerReads(call: Pick<ApiCall, 'services' | 'actor' | 'language'>): Reads {
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
      return form ? records.get(form, id, actor) : findRecordAmong(call, forms, id);
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
      const shown = rows.filter((file) => mayReadFile(services, record, file, actor));
      return shown.map((file) => ({ ...file, url: `/api/files/${file.id}` }));
    },
    isFree: (form, property, value, except) => records.isUnique(form, property, value, except, actor),
    moves: (rows) => lastTransitionsInto(services.database, rows),
    async problems(site, counts) {
      const seen = await visibleProblemsOfSite(read, site, async (ids) => {
        const own = await records.seenAmong(ids, actor);
        return counts ? countingVisitsAmong(read, [...own], counts) : own;
      });
      return seen.map(({ problem, ...told }) => ({ ...told, problem: { ...problem, open: problem.open === 1 } }));
    },
  };
}
