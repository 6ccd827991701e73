/** Works out the blocks of a report. */
import type { CompiledForm } from '../../core/definitions/types.ts';
import type { ReportBlockResult, ReportColumn, ReportRow } from '../../core/generated/api.ts';
import type { Block, Measure } from '../../core/generated/report.ts';
import {
  cellValue,
  type MeasureCell,
  measureValue,
  partsOfMeasure,
  withDerivedMeasures,
} from '../../core/reports/cells.ts';
import { formsCounted, measuresOf } from '../../core/reports/sources.ts';
import { pickText } from '../../core/text/languages.ts';
import { sortKey } from '../../core/text/letters.ts';
import { words } from '../http/words.ts';
import type { ReportContext } from './context.ts';
import { type BlockCounts, countBlocks } from './count.ts';
import { measureTitle } from './describe.ts';
import type { FirstRows } from './firstRows.ts';
import { isRowsByName, type NamedKey, namedRows, type ReportRowSpec } from './names.ts';
import type { WantedCounts } from './scans.ts';

/** Order of rows by their names. */
const BY_NAME = 'name';
/** Rows that are sent at once if a block does not say how many it shows. */
const MOST_ROWS = 1000;

export interface BlockRowsPage {
  offset: number;
  /** Rows of the page; undefined for as many as the block shows first. */
  rows?: number;
  /** In place of the order of the block: `name` or a measure, with `-` the highest first. */
  order?: string | undefined;
  across?: string | undefined;
}

/**
 * Works out several blocks, which are counted together, and how many records they look at: visible, in the period and places, of
 * all the forms.
 */
export async function blockResults(
  context: ReportContext,
  { blocks, forms = [] }: { blocks: readonly Block[]; forms?: readonly string[] },
  pageOf: (block: Block) => BlockRowsPage,
): Promise<{ blocks: ReportBlockResult[]; records: number }> {
  const [first, ...others] = forms;
  // Counted as a block, so that it is read with those that read the same records.
  const lookedAt: Block[] = first
    ? [{ id: LOOKED_AT, show: 'numbers', measures: [{ id: LOOKED_AT, forms: [first, ...others] }] }]
    : [];
  const counts = await countBlocks(context, [...blocks, ...lookedAt], (block) =>
    firstOf(context, block, pageOf(block)),
  );
  const found: ReportBlockResult[] = [];
  for (const block of blocks)
    found.push(await blockResult(context, block, counts.get(block.id) as BlockCounts, pageOf(block)));
  return { blocks: found, records: counts.get(LOOKED_AT)?.counted.get(LOOKED_AT)?.totals.get('')?.n ?? 0 };
}

/** No block of a definition has this name. */
const LOOKED_AT = '';

/** Returns the rows up to the end of the page, if others are not needed for it: no scale, and in the order of a measure. */
function firstOf(context: ReportContext, block: Block, page: BlockRowsPage): FirstRows | undefined {
  const measures = measuresOf(block);
  const order = page.order ?? block.order;
  const measure = measures.find(({ id }) => id === order?.replace(/^-/, ''));
  const most = page.offset + (page.rows ?? block.most ?? MOST_ROWS);
  if (!measure || block.by === undefined || most > MOST_ROWS) return undefined;
  if (!isRowsByName(context, { dimension: block.by, forms: formsIn(context, measures), measures })) return undefined;
  return { measure, isDescending: order?.startsWith('-') ?? false, most };
}

function formsIn({ registry }: ReportContext, measures: readonly Measure[]): CompiledForm[] {
  return formsCounted(measures).flatMap((name) => registry.form(name) ?? []);
}

async function blockResult(
  context: ReportContext,
  block: Block,
  { counted, gaps, all }: BlockCounts,
  page: BlockRowsPage,
): Promise<ReportBlockResult> {
  const measures = measuresOf(block);
  const absent = withDerivedMeasures(measures, (id) => gaps.get(id)?.isHidden === true);
  const shown = measures.filter(({ id }) => !absent.includes(id));
  const forms = formsIn(context, measures);
  const across = block.across ? await acrossKeys(context, block, forms, counted) : [{ key: '', name: '' }];
  const columns = columnsOf(context, block, shown, across);
  const numbersIn = (
    cellAt: (counts: WantedCounts | undefined, across: string, row: string) => MeasureCell | undefined,
  ): Number[] =>
    columns.map(({ measure: id, across: key = '' }) => {
      const measure = measures.find((one) => one.id === id) as Measure;
      return (row) => measureValue(measures, measure, (one) => cellValue(cellAt(counted.get(one.id), key, row), one));
    });
  const totals = numbersIn((counts, key) => counts?.totals.get(key));
  const numbers = block.by ? numbersIn((counts, key, row) => counts?.cells.get(key)?.get(row)) : totals;
  const first = { offset: page.offset, most: page.rows ?? block.most ?? MOST_ROWS };
  const order = orderOf(columns, page.order ?? block.order, page.across);
  const keys = keysOf(block, counted, numbers[columns.findIndex(({ measure }) => measure === block.only)]);
  const asked = { keys, isOnly: block.only !== undefined, numbers, order, first };
  const rows = block.by
    ? await pageRows(context, { dimension: block.by, forms, measures }, asked)
    : { rows: [{ ...ONE, cells: cellsAt(numbers, '') }].slice(first.offset), all: 1 };
  return {
    id: block.id,
    columns,
    rows: rows.rows,
    total: block.total ? { ...totalRow(context), cells: cellsAt(totals, '') } : null,
    all: all ?? rows.all,
    ...([...gaps.values()].some(({ isPending }) => isPending) && { pending: true as const }),
    ...(absent.length > 0 && { absent }),
  };
}

/** The number of a column in a row. There may be very many rows, of which few are shown with all their columns. */
type Number = (row: string) => number | null;

function cellsAt(numbers: readonly Number[], row: string): (number | null)[] {
  return numbers.map((number) => number(row));
}

/** Returns the rows that something was counted in. A block may show only those in which a measure is more than 0. */
function keysOf({ only }: Block, counted: ReadonlyMap<string, WantedCounts>, measure: Number | undefined): Set<string> {
  const keys = new Set<string>();
  for (const { cells } of counted.values())
    for (const rows of cells.values()) for (const key of rows.keys()) keys.add(key);
  return only === undefined ? keys : new Set([...keys].filter((key) => (measure?.(key) ?? 0) > 0));
}

/** Counts one number of a block: a cell, or without a row the total. */
export async function countSingleNumber(
  context: ReportContext,
  {
    block,
    measure,
    row,
    across = '',
  }: { block: Block; measure: string; row?: string | undefined; across?: string | undefined },
): Promise<number | null> {
  const all = measuresOf(block);
  const needed = withParts(all, [measure]);
  const counts = await countBlocks(context, [{ ...block, measures: needed as [Measure] }]);
  const cellOf = (id: string) => {
    const { cells, totals } = counts.get(block.id)?.counted.get(id) ?? {};
    return row === undefined || block.by === undefined ? totals?.get(across) : cells?.get(across)?.get(row);
  };
  const wanted = needed.find(({ id }) => id === measure);
  return wanted ? measureValue(needed, wanted, (one) => cellValue(cellOf(one.id), one)) : null;
}

/** Returns the measures with these names and those that they are worked out of. */
function withParts(all: readonly Measure[], names: readonly string[]): Measure[] {
  const found = new Set(names);
  for (const name of found)
    for (const measure of all) if (measure.id === name) for (const part of partsOfMeasure(measure)) found.add(part);
  return all.filter(({ id }) => found.has(id));
}

const ONE: NamedKey = { key: '', name: '' };

function totalRow({ language }: ReportContext): NamedKey {
  return { key: '', name: words(language, 'server:reports.total') };
}

async function acrossKeys(
  context: ReportContext,
  block: Block,
  forms: readonly CompiledForm[],
  counted: ReadonlyMap<string, WantedCounts>,
): Promise<NamedKey[]> {
  const keys = new Set([...counted.values()].flatMap(({ totals }) => [...totals.keys()]));
  const dimension = block.across as NonNullable<Block['across']>;
  return namedRows(context, { dimension, forms, measures: measuresOf(block) }, keys);
}

function columnsOf(
  context: ReportContext,
  { across: dimension }: Block,
  measures: readonly Measure[],
  across: readonly NamedKey[],
): ReportColumn[] {
  return across.flatMap(({ key, name }) =>
    measures.map((measure) => {
      const title = pickText(measureTitle(context.registry, measure), context.language);
      return dimension === undefined
        ? { measure: measure.id, name: title }
        : { measure: measure.id, across: key, name: measures.length > 1 ? `${name}: ${title}` : name };
    }),
  );
}

interface Order {
  /** Column that rows are ordered by; -1 if they stay in the order of their names or of a scale. */
  at: number;
  isByName: boolean;
  isDescending: boolean;
}

/** `asked` is `name` or a measure, with `-` the highest first. */
function orderOf(columns: readonly ReportColumn[], asked: string | undefined, across?: string): Order {
  const by = asked?.replace(/^-/, '');
  const at = columns.findIndex((one) => one.measure === by && (across ?? one.across) === one.across);
  return { at, isByName: at < 0 && by === BY_NAME, isDescending: asked?.startsWith('-') ?? false };
}

interface Asked {
  keys: ReadonlySet<string>;
  /** True if a row that is not among the keys is left out, also of a scale. */
  isOnly: boolean;
  numbers: readonly Number[];
  order: Order;
  first: { offset: number; most: number };
}

async function pageRows(
  context: ReportContext,
  rows: ReportRowSpec,
  { keys, isOnly, numbers, order, first: { offset, most } }: Asked,
): Promise<{ rows: ReportRow[]; all: number }> {
  const withCells = (named: readonly NamedKey[]) =>
    named
      .filter(({ key }) => !isOnly || keys.has(key))
      .map((row): ReportRow => ({ ...row, cells: cellsAt(numbers, row.key) }));
  const number = numbers[order.at];
  if (!number || keys.size <= most || !isRowsByName(context, rows)) {
    const all = inOrder(withCells(await namedRows(context, rows, keys)), order);
    return { rows: all.slice(offset, offset + most), all: all.length };
  }
  // Equal rows stand in the order of their names, so those beside the page that are equal to its ends are named too.
  const all = [...keys]
    .map((key): Placed => ({ key, number: number(key) }))
    .sort((a, b) => compared(a, b, order.isDescending));
  const isEqual = (a: Placed | undefined, b: Placed | undefined) =>
    a !== undefined && b !== undefined && compared(a, b, order.isDescending) === 0;
  let [from, to] = [Math.min(offset, all.length), Math.min(offset + most, all.length)];
  while (from > 0 && isEqual(all[from - 1], all[from])) from -= 1;
  while (to < all.length && isEqual(all[to], all[to - 1])) to += 1;
  const near = new Set(all.slice(from, to).map(({ key }) => key));
  const named = inOrder(withCells(await namedRows(context, rows, near)), order);
  return { rows: named.slice(offset - from, offset - from + most), all: all.length };
}

/** Orders rows by a measure, those without a number and then those without a key last. Equal ones stay in their order. */
function inOrder(rows: ReportRow[], { at, isByName, isDescending }: Order): ReportRow[] {
  if (isByName) {
    const words = new Map(rows.map(({ key, name }) => [key, sortKey(name)]));
    const sign = isDescending ? -1 : 1;
    return [...rows].sort(
      (a, b) => withoutKey(a, b) ?? sign * ((words.get(a.key) ?? '') < (words.get(b.key) ?? '') ? -1 : 1),
    );
  }
  if (at < 0) return rows;
  const placed = rows.map((row) => ({ key: row.key, number: row.cells[at] ?? null, row }));
  return placed.sort((a, b) => compared(a, b, isDescending)).map(({ row }) => row);
}

interface Placed {
  key: string;
  number: number | null;
}

function compared(a: Placed, b: Placed, isDescending: boolean): number {
  const last = withoutKey(a, b);
  if (last !== undefined) return last;
  if (a.number === null || b.number === null) return a.number === b.number ? 0 : a.number === null ? 1 : -1;
  return isDescending ? b.number - a.number : a.number - b.number;
}

function withoutKey(a: { key: string }, b: { key: string }): number | undefined {
  if ((a.key === '') === (b.key === '')) return undefined;
  return a.key === '' ? 1 : -1;
}
