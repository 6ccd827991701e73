/** Counts and lists records of many forms on this device, for the screen home. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { whereFilters } from '../../../core/figures/where.ts';
import { toIdList } from '../../../core/form/types/fieldType.ts';
import type { MemoryRow } from '../../../core/query/evaluate.ts';
import { compareCells } from '../../../core/query/filter.ts';
import { canonicalFilters } from '../../../core/query/listQuery.ts';
import { countingStates } from '../../../core/records/counting.ts';
import { problemsOfVisits } from '../../../core/saving/visitProblems.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import type {
  CrossFormOrder,
  CrossFormQuery,
  CrossFormRow,
  DueSites,
  DueSitesQuery,
  LastTransition,
  Reads,
} from '../../../core/views/reads.ts';
import { localFormVersion, type OfflineDevice, visibleRecords } from './device.ts';
import { matchingCells, matchingRows } from './list.ts';
import type { CacheAnswer } from './memory.ts';
import { localProjectionPlan, sourceForms } from './rows.ts';

const always: CacheAnswer = (_key, _forms, make) => make();

export function crossFormReads(
  device: OfflineDevice,
  remember: CacheAnswer = always,
): Pick<Reads, 'countBy' | 'countAcross' | 'listAcross' | 'dueSites' | 'openProblems' | 'moves'> {
  const kept = <T>(query: CrossFormQuery & { order?: CrossFormOrder }, make: () => Promise<T>): Promise<T> => {
    const { form, filters, unless, order } = query;
    const forms = [...sourceForms(form), ...(unless ? sourceForms(unless.form) : [])];
    const ended = unless && [unless.form.form, unless.by, unless.filters];
    return remember(JSON.stringify([form.form, filters, order, ended]), forms, make);
  };
  return {
    async countBy(form, filters, by) {
      const column = localProjectionPlan(device.registry, form).columns.get(by)?.value ?? by;
      return countsOf(await cellsOf(device, { form, filters: [...filters] }, [column]), column);
    },
    async countAcross(queries) {
      const counts = await Promise.all(
        queries.map(async (query) => {
          const states = await kept(query, async () => [...countsOf(await cellsOf(device, query, ['state']), 'state')]);
          return states.map(([state, count]) => ({ query, form: query.form.form, state, count }));
        }),
      );
      return counts.flat();
    },
    async listAcross(queries) {
      return (await Promise.all(queries.map((query) => kept(query, () => firstOf(device, query))))).flat();
    },
    dueSites(query) {
      const { form, due, period, provinces } = query;
      const forms = [form.form, ...(due.also ?? []), ...siteForms(device, query).flatMap(sourceForms)];
      return remember(JSON.stringify(['due', form.form, period, provinces]), forms, () => dueSites(device, query));
    },
    openProblems: (query, days) => openProblems(device, query, days),
    moves: (records) => movesInto(device, records),
  };
}

/** Rows with these columns that the person sees, the filters find, and no other record ends. */
async function cellsOf(
  device: OfflineDevice,
  { form, filters, unless }: CrossFormQuery,
  columns: readonly string[],
): Promise<readonly MemoryRow[]> {
  // Columns of what stands above a record are not read for this form alone.
  const isOwn = filters.every(({ field }) => !field.startsWith('parent.'));
  const rows: MemoryRow[] = isOwn
    ? await matchingCells(device, form, { filters }, ['id', ...columns])
    : (await matchingRows(device, form, { filters })).found;
  if (!unless) return rows;
  const by = localProjectionPlan(device.registry, unless.form).columns.get(unless.by)?.value;
  if (by === undefined) return [];
  const ended = new Set((await cellsOf(device, unless, [by])).map(({ cells }) => cells[by]));
  return rows.filter(({ cells }) => !ended.has(cells.id));
}

/** Counts the rows by the values of a column. */
function countsOf(rows: readonly MemoryRow[], column: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { cells } of rows) {
    const value = String(cells[column]);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

async function firstOf(
  device: OfflineDevice,
  query: CrossFormQuery & { order: CrossFormOrder },
): Promise<CrossFormRow[]> {
  const { by, descending, most } = query.order;
  const column = localProjectionPlan(device.registry, query.form).columns.get(by)?.sort ?? 'updated_at';
  const rows = [...(await cellsOf(device, query, [column]))];
  rows.sort(
    ({ cells: a }, { cells: b }) =>
      compareCells(a[column] ?? '', b[column] ?? '') * (descending ? -1 : 1) || compareCells(a.id ?? '', b.id ?? ''),
  );
  const first = rows.slice(0, most);
  const locals = await Promise.all(first.map(({ cells }) => device.store.records.get(String(cells.id))));
  return locals.flatMap((local, at) => (local ? [rowOf(local, String(first[at]?.cells[column] ?? ''))] : []));
}

function rowOf({ record, name, refs }: LocalRecord, value: string): CrossFormRow {
  const { form, id, code, state, parent_id, updated_at } = record;
  const parent_name = (parent_id && refs[parent_id]?.name) || '';
  return { form, id, code: code ?? '', name, parent_name, state, updated_at, value };
}

/** The device has what a reviewer said last. */
async function movesInto({ store }: OfflineDevice, records: readonly Pick<CrossFormRow, 'id' | 'state'>[]) {
  const moves = new Map<string, LastTransition>();
  for (const { id, state } of records) {
    const review = (await store.records.get(id))?.review;
    if (review?.to_state !== state) continue;
    const { at, by, comment, fields = [] } = review;
    moves.set(id, { at, by: by.name, comment: comment ?? null, fields, hasMoved: true });
  }
  return moves;
}

async function openProblems(device: OfflineDevice, query: CrossFormQuery, days: readonly string[]): Promise<number[]> {
  const counted = new Set((await cellsOf(device, query, [])).map(({ cells }) => cells.id));
  const visits = (await visibleRecords(device, query.form.form)).filter(({ record }) => counted.has(record.id));
  const problems = problemsOfVisits(
    visits.map((local) => ({ form: localFormVersion(device, local), record: local.record })),
  );
  return days.map(
    (day) =>
      problems.filter(
        ({ problem: { open, date_identified, date_solved } }) =>
          date_identified <= day && (open || (date_solved ?? '') > day),
      ).length,
  );
}

function siteForms({ registry }: OfflineDevice, { form, due }: DueSitesQuery): CompiledForm[] {
  return (form.fields.get(due.site)?.def.record?.forms ?? []).flatMap((name) => registry.form(name) ?? []);
}

async function dueSites(device: OfflineDevice, query: DueSitesQuery): Promise<DueSites | null> {
  const sites = await sitesOf(device, query);
  if (sites.length === 0) return null;
  const visited = await visitedIn(device, query);
  const open = sites.filter(({ record }) => !visited.has(record.id));
  return {
    sites: sites.length,
    visited: sites.length - open.length,
    due: open.slice(0, query.most).map(({ record: { id, form, code, district_id }, name }) => ({
      ...{ id, form, name, code: code ?? '', district_id: district_id ?? '' },
    })),
  };
}

/** Returns the sites that the person is to visit, by name. */
async function sitesOf(device: OfflineDevice, query: DueSitesQuery): Promise<LocalRecord[]> {
  const { registry, actor, language } = device;
  const { due, period, provinces } = query;
  const sites: LocalRecord[] = [];
  for (const site of siteForms(device, query)) {
    const states = { field: 'status', op: 'in' as const, value: countingStates(registry, site, 'due') };
    const filters = [states, ...canonicalFilters(whereFilters(due.where, period.to), site, registry)];
    const all = (await matchingRows(device, site, { filters })).found.map(({ local }) => local);
    const mine = all.filter(
      ({ record: { province_id } }) => !provinces || province_id === null || provinces.includes(province_id),
    );
    const person = actor.person_id;
    const assigned = due.assigned;
    const ofPerson =
      person && assigned ? mine.filter(({ record }) => toIdList(record.data[assigned]).includes(person)) : [];
    // People whom no site names look after all sites of their scope.
    sites.push(...(ofPerson.length > 0 ? ofPerson : mine));
  }
  return sites.sort((a, b) => a.name.localeCompare(b.name, language));
}

/** Returns the ids of the sites that have a record in the period that counts. */
async function visitedIn(device: OfflineDevice, { form, due, period }: DueSitesQuery): Promise<Set<unknown>> {
  const { registry } = device;
  const visited = new Set<unknown>();
  for (const one of [form, ...(due.also ?? []).flatMap((name) => registry.form(name) ?? [])]) {
    const source = one === form ? due.site : (one.definition.due?.site ?? one.definition.parent?.field ?? due.site);
    const column = localProjectionPlan(registry, one).columns.get(source)?.value;
    if (column === undefined) continue;
    const filters = [
      { field: 'date', op: 'gte' as const, value: period.from },
      { field: 'date', op: 'lte' as const, value: period.to },
      { field: 'status', op: 'in' as const, value: countingStates(registry, one) },
    ];
    for (const { cells } of await cellsOf(device, { form: one, filters }, [column])) visited.add(cells[column]);
  }
  return visited;
}
