/**
 * The rows of a page: which of them somebody sees, as a condition, their order, the cursors that continue a list behind a row, its number, and values
 * that are not among the answers: those of the parent, and what the device said of filling it in.
 */
import type { CompiledForm } from '../definitions/types.ts';
import { badFilter } from '../errors/failure.ts';
import { visiblePlaces } from '../records/permission.ts';
import type { Registry } from '../records/registry.ts';
import type { Actor } from '../records/types.ts';
import { truncate } from '../text/letters.ts';
import { CAPTURE_SOURCES, type PlannedColumn } from './columns.ts';
import { type ColumnTest, compareCells } from './filter.ts';
import type { ProjectionPlan } from './plan.ts';
import type { Cells } from './row.ts';

/** The provinces and the author of the visible rows. One of them is enough. */
export interface VisibleScope {
  /** Contains the empty text if records without a province are visible and the form can have them. */
  provinces: readonly string[];
  createdBy?: string;
}

type Definitions = Pick<Registry, 'form' | 'common'>;

/** Returns which rows the actor may see: undefined for all, null for none. */
export function visibleRows(
  form: CompiledForm,
  actor: Actor,
  definitions: Definitions,
): VisibleScope | undefined | null {
  const { all, provinces, own } = visiblePlaces(actor, form, definitions.common().permissions);
  if (all) return undefined;
  if (provinces.length === 0) return own ? { provinces, createdBy: actor.id } : null;
  // Records without a place have an empty province in the row.
  const also = mayBeUnplaced(form, definitions) ? [''] : [];
  return { provinces: [...provinces, ...also], ...(own && { createdBy: actor.id }) };
}

/** Returns what a row must pass to be visible. */
export function visibleTest({ provinces, createdBy }: VisibleScope): ColumnTest {
  const isThere: ColumnTest = { is: 'one of', column: 'province_id', values: provinces };
  if (createdBy === undefined) return isThere;
  return { is: 'any', tests: [isThere, { is: 'equal', column: 'created_by', value: createdBy }] };
}

/**
 * Returns true if records of a form may have no province. Such records belong to the whole programme
 * (`core/records/scope.ts`). Lists look for them only if the form can have them.
 */
function mayBeUnplaced(form: CompiledForm, definitions: Pick<Definitions, 'form'>, above: string[] = []): boolean {
  const { place, parent } = form.definition;
  const node = place ? form.fields.get(place) : undefined;
  if (node?.required) return false;
  if (!parent || !form.fields.get(parent.field)?.required) return true;
  return parent.forms.some((name) => {
    const other = definitions.form(name);
    return !other || above.includes(name) || mayBeUnplaced(other, definitions, [...above, name]);
  });
}

export interface ColumnOrder {
  column: string;
  descending: boolean;
}

/**
 * Orders by the requested columns, then the form's default, then the id. So the order is the same on every page. Columns
 * that are `pending` are left out. Throws `bad_filter` for an unknown column.
 */
export function columnOrderOf(
  plan: ProjectionPlan,
  sort: readonly string[],
  pending?: ReadonlySet<string>,
): ColumnOrder[] {
  const order: ColumnOrder[] = [];
  const add = (column: string, descending: boolean) => {
    if (!order.some((one) => one.column === column)) order.push({ column, descending });
  };
  for (const name of sort) {
    const descending = name.startsWith('-');
    const column = plan.columns.get(name.replace(/^-/, ''));
    if (!column) throw badFilter(truncate(name.replace(/^-/, ''), 100));
    if (!pending?.has(column.sort)) add(column.sort, descending);
  }
  const descending = order.at(-1)?.descending ?? plan.defaultDescending;
  add(plan.defaultSort.sort, descending);
  add('id', descending);
  return order;
}

/** A row's values of the columns it is ordered by. */
export type OrderValues = (string | number)[];

/** Returns the cursor of a row. Server and device read each other's. */
export function encodePageCursor(values: OrderValues): string {
  const bytes = new TextEncoder().encode(JSON.stringify(values));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Returns the values of a cursor. Throws `bad_filter` if it does not fit the order. */
export function decodePageCursor(cursor: string, order: readonly ColumnOrder[]): OrderValues {
  let read: unknown;
  try {
    const bytes = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    read = JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0))));
  } catch {
    // Not a cursor of ours. Refused like any other that does not fit.
  }
  const isFitting =
    Array.isArray(read) &&
    read.length === order.length &&
    read.every((one) => typeof one === 'string' || typeof one === 'number');
  if (!isFitting) throw badFilter('after');
  return read as OrderValues;
}

export function orderValuesOf(order: readonly ColumnOrder[], cells: Cells): OrderValues {
  return order.map(({ column }) => cells[column] as string | number);
}

/** Compares a row with the values of another one. Negative if the row comes first. */
export function compareWithCursor(order: readonly ColumnOrder[], cells: Cells, values: OrderValues): number {
  for (const [at, { column, descending }] of order.entries()) {
    const compared = compareCells(cells[column] as string | number, values[at] as string | number);
    if (compared !== 0) return descending ? -compared : compared;
  }
  return 0;
}

/** Returns the list columns whose values a row has beside the record. */
export function shownColumns(plan: ProjectionPlan): PlannedColumn[] {
  return plan.form.definition.list.columns.flatMap((column) => {
    const source = typeof column === 'string' ? column : column.field;
    const planned = plan.columns.get(source);
    return planned && (source.startsWith('parent.') || Object.hasOwn(CAPTURE_SOURCES, source))
      ? [{ ...planned, source }]
      : [];
  });
}

/** Returns the value of such a column as responses have it. */
export function shownValue(column: PlannedColumn, value: unknown): unknown {
  if (column.kind === 'list') return typeof value === 'string' ? value.split('|').filter(Boolean) : [];
  return value === '' ? null : value;
}

/**
 * Returns the number of a page and of the last one. A page behind a cursor goes on from the rows of the page before, whatever was
 * added or deleted since: rows are left or not, and their count says less. Without a row there is no such page.
 */
export function pageNumbers(
  { page, per_page, after }: { page: number; per_page: number; after?: string },
  total: number,
  rows: number,
  isMore: boolean,
): { current_page: number; last_page: number } {
  const counted = Math.max(1, Math.ceil(total / per_page));
  if (!after || page === 1) return { current_page: page, last_page: counted };
  return { current_page: page, last_page: isMore ? Math.max(counted, page + 1) : rows > 0 ? page : page - 1 };
}
