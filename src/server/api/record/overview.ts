/**
 * `GET {base}/{id}/overview`: the state of a place at the top of its page. Visits, problems and ratings are read as lists
 * read them, so a user is told nothing of records and answers that they may not see.
 */

import { averageRate, MOST_VISITS, ownAnswers, peopleNames } from '../../../core/api/overview.ts';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { newestAnswers } from '../../../core/definitions/upgrade.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { OverviewResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { childrenOf } from '../../../core/query/children.ts';
import { countingStates, visitCounts } from '../../../core/records/counting.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import { seenProblems } from '../../problems/seen.ts';
import { countingAmong } from '../../problems/visits.ts';
import type { ListQuery } from '../../records/types.ts';
import type { Call } from '../call.ts';
import { textContext } from '../textContext.ts';
import { RefCollector } from './refs.ts';

export async function overview(call: Call, id: string): Promise<OverviewResponse> {
  const { services, form, actor } = call;
  if (!form.definition.detail?.overview) throw new Failure('route_not_found');
  const { record } = await services.records.get(form, id, actor);
  const last = await lastVisit(call, id);
  return {
    last_visit: last,
    problems: await problemCount(call, id, last !== null),
    trend: await trend(call, id),
    ...(await placeAnswers(call, newestAnswers(services.registry, record))),
  };
}

/** Returns the newest visit among the types of the definition. */
async function lastVisit(call: Call, id: string): Promise<OverviewResponse['last_visit']> {
  const { api, detail } = call.form.definition;
  const found: StoredRecord[] = [];
  for (const key of detail?.overview?.visits ?? []) {
    const type = getOwn(api.formTypes, key);
    const child = type && call.services.registry.form(type.form);
    if (child) found.push(...(await newest(call, child, childrenOf(id, type), 1)));
  }
  const [last] = found.sort((a, b) => (dayOf(call, a) < dayOf(call, b) ? 1 : -1));
  if (!last) return null;
  const names = new RefCollector(call.services);
  names.addUser(last.created_by);
  const refs = await names.load();
  return { id: last.id, form: last.form, date: dayOf(call, last), by: refs[last.created_by]?.name ?? '' };
}

/** Returns the newest records in states that count. */
async function newest(
  { services, actor }: Call,
  form: CompiledForm,
  below: Pick<ListQuery, 'filters' | 'parent_id'>,
  most: number,
): Promise<StoredRecord[]> {
  const states = countingStates(services.registry, form);
  const filters = [...below.filters, { field: 'state', op: 'in' as const, value: states }];
  const sort = [form.definition.date ? '-date' : '-created_at'];
  const query = { ...below, form, filters, sort, page: 1, per_page: most };
  return (await services.records.list(query, actor)).rows.map((row) => row.record);
}

/** Returns the day of a record: that of its form's date, else the one it was entered on. */
function dayOf({ services }: Call, record: StoredRecord): string {
  const date = record.data[services.registry.form(record.form)?.definition.date ?? ''];
  return typeof date === 'string' ? date : record.created_at;
}

async function problemCount(call: Call, id: string, hasVisit: boolean): Promise<OverviewResponse['problems']> {
  const { services, actor, form } = call;
  if (!form.definition.detail?.tabs?.some(({ show }) => show === 'problems')) return null;
  const { read } = services.database;
  const counts = visitCounts(services.registry);
  const seen = await seenProblems(read, id, async (ids) =>
    countingAmong(read, [...(await services.records.seenAmong(ids, actor))], counts),
  );
  if (seen.length === 0 && !hasVisit) return null;
  return { open: seen.filter(({ problem }) => problem.open === 1).length, total: seen.length };
}

async function trend(call: Call, id: string): Promise<OverviewResponse['trend']> {
  const { services, form } = call;
  const rated = form.definition.rates && services.registry.form(form.definition.rates.form);
  if (!rated) return [];
  const visits = await newest(call, rated, { filters: [], parent_id: id }, MOST_VISITS);
  return visits.reverse().flatMap((visit) => {
    const average = averageRate(rated, visit.data);
    return average === undefined ? [] : [{ id: visit.id, date: dayOf(call, visit), average }];
  });
}

/** Returns what the place itself says, with the names that it needs. */
async function placeAnswers({ services, form, language }: Call, data: RecordData) {
  const names = new RefCollector(services);
  names.addAnswers(form, data, peopleNames(form));
  return ownAnswers(form, data, textContext(services, language, await names.load()));
}
