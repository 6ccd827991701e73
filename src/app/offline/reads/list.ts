/** Pages of records of this device, with what the person may do with each. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { newestAnswers } from '../../../core/definitions/versions/upgrade.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { ListQuery as AskedQuery } from '../../../core/generated/api.ts';
import { pageParams } from '../../../core/paths/calls.ts';
import { columnsRead } from '../../../core/query/columnRows.ts';
import { evaluateList, filterRows, type MemoryPage, type MemoryRow, testsOf } from '../../../core/query/evaluate.ts';
import { type ListPage, type ListQuery, type ListRow, readListQuery } from '../../../core/query/listQuery.ts';
import {
  type ColumnOrder,
  columnOrderOf,
  shownColumns,
  shownValue,
  type VisibleScope,
  visibleRows,
} from '../../../core/query/pageRows.ts';
import type { ProjectionPlan } from '../../../core/query/plan.ts';
import { type AmountSum, sumAmounts } from '../../../core/query/sums.ts';
import { isSourceRestricted, mustBeReadableSources } from '../../../core/records/permission.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import type { FormApi } from '../../data/source.ts';
import { indexedRows } from './columnIndex.ts';
import { formOfApi, type OfflineDevice } from './device.ts';
import { FEW_CHANGED, packFormWhenIdle } from './packing.ts';
import { type LocalRow, localOwnRowsOf, localProjectionPlan, localRowsOf, rowsOfRecords } from './rows.ts';

export interface LocalListRow extends ListRow {
  local: LocalRecord;
}

export type LocalPage = Omit<ListPage, 'rows'> & { rows: LocalListRow[] };

/** Lists records as the server does. Throws what it throws. */
export async function listLocalRecords(device: OfflineDevice, query: ListQuery): Promise<LocalPage> {
  const { registry, permission, actor } = device;
  const { form } = query;
  mustBeReadableSources(form, sourcesOf(query), actor, registry);
  if (query.deleted && !permission.mayRestore(actor)) throw new Failure('forbidden', { params: { action: 'restore' } });
  const { page, plan } = (await indexedPage(device, query)) ?? (await wholePage(device, query));
  const shown = shownColumns(plan);
  return {
    ...page,
    rows: page.rows.map(({ local, cells }) => {
      const { record, name } = local;
      const version = registry.form(record.form, record.form_version) ?? form;
      return {
        local,
        record: { ...record, data: newestAnswers(registry, record) },
        stored: record.data,
        name,
        columns: Object.fromEntries(shown.map((column) => [column.source, shownValue(column, cells[column.value])])),
        scope: permission.scope(version, record, actor),
      };
    }),
  };
}

const sourcesOf = ({ filters, sort, columns = [] }: ListQuery) => [
  ...filters.map(({ field }) => field),
  ...sort,
  ...columns,
];

interface FoundPage {
  page: MemoryPage<LocalRow>;
  plan: ProjectionPlan;
}

/** Reads all records of the form. */
async function wholePage({ store, registry, actor }: OfflineDevice, query: ListQuery): Promise<FoundPage> {
  const { form } = query;
  const { plan, rows } = await localRowsOf(store, registry, form);
  packFormWhenIdle(store, registry, form, rows.length);
  return { plan, page: evaluateList(plan, rows, query, visibleRows(form, actor, registry)) };
}

/** Reads the columns that are needed and the records of the page. Returns undefined if the form is not packed. */
async function indexedPage(device: OfflineDevice, query: ListQuery): Promise<FoundPage | undefined> {
  const { store, registry, actor } = device;
  const { form } = query;
  const visible = visibleRows(form, actor, registry);
  if (visible === null) return undefined;
  const found = await indexed(device, query, columnOrderOf(localProjectionPlan(registry, form), query.sort), visible);
  if (!found) return undefined;
  const { rows: shown, ...page } = evaluateList(found.plan, found.rows, query, visible, found.by);
  const marks = found.marksOf(shown);
  const locals = await store.records.getMany(
    shown.map(({ id }) => id),
    marks,
  );
  const live = await rowsOfRecords(store, registry, form, locals, marks);
  const rows = new Map(live.map((row) => [row.local.record.id, row]));
  // A record went while the page was worked out.
  if (shown.some(({ id }) => !rows.has(id))) return undefined;
  // Saved here, or the page that synchronised was closed before it packed them.
  if (found.changed > FEW_CHANGED) packFormWhenIdle(store, registry, form, found.rows.length);
  return { plan: found.plan, page: { ...page, rows: shown.map(({ id }) => rows.get(id) as LocalRow) } };
}

/** Returns the packed rows of a form with the columns that the query reads. */
async function indexed(
  { store, registry }: OfflineDevice,
  query: MatchingQuery & { form: CompiledForm },
  order: ColumnOrder[],
  visible: VisibleScope | undefined,
) {
  const { form, text } = query;
  const tests = testsOf(localProjectionPlan(registry, form), query, visible);
  return indexedRows(store, registry, form, columnsRead(tests, order, Boolean(text)));
}

/** Returns the parameters with which a screen would call the server for a list. */
export function listCallParams(asked: AskedQuery): Record<string, string> {
  const given = Object.entries(pageParams(asked));
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

/** As `matchingRows`, for callers that need some columns and filter by answers of the form itself. */
export async function matchingCells(
  device: OfflineDevice,
  form: CompiledForm,
  query: MatchingQuery,
  columns: readonly string[],
): Promise<MemoryRow[]> {
  const visible = visibleRows(form, device.actor, device.registry);
  if (visible === null) return [];
  const order = columns.map((column) => ({ column, descending: false }));
  const found = await indexed(device, { ...query, form }, order, visible);
  if (found) return filterRows(found.plan, found.rows, query, visible, found.by);
  const { plan, rows } = await localOwnRowsOf(device.store, device.registry, form);
  return filterRows<MemoryRow>(plan, rows, query, visible);
}

type MatchingQuery = Parameters<typeof filterRows>[2];

/** Returns every visible row that the filters and the search find, in no order. */
export async function matchingRows(
  { store, registry, actor }: OfflineDevice,
  form: CompiledForm,
  query: MatchingQuery,
) {
  const { plan, rows } = await localRowsOf(store, registry, form);
  const visible = visibleRows(form, actor, registry);
  const found: LocalRow[] = visible === null ? [] : filterRows(plan, rows, query, visible);
  return { plan, found };
}

/** Adds up the amounts that the query names in `columns`, without those that the person may not read. */
export async function sumLocalAmounts(
  device: OfflineDevice,
  { columns = [], ...query }: ListQuery,
): Promise<AmountSum[]> {
  const { form } = query;
  const { actor, registry } = device;
  mustBeReadableSources(form, sourcesOf(query), actor, registry);
  const { plan, found } = await matchingRows(device, form, query);
  return sumAmounts(
    plan,
    found,
    columns.filter((name) => !isSourceRestricted(form, name, actor, registry)),
  );
}

/** Returns the records that a list with these filters and words shows. */
export async function filterLocalRecords(
  device: OfflineDevice,
  api: FormApi,
  asked: Pick<AskedQuery, 'filters' | 'text'>,
): Promise<LocalRecord[]> {
  const form = formOfApi(device, api);
  const query = readListQuery(listCallParams(asked), form, device.registry);
  return (await matchingRows(device, form, query)).found.map(({ local }) => local);
}
