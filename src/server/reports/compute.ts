/** Works out the blocks of a report. */
import { sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import type { ReportBlockResult, ReportColumn, ReportRow } from '../../core/generated/api.ts';
import type { Block, Measure, ReportDefinition } from '../../core/generated/report.ts';
import { type Cell, measured, partsOfMeasure, withDerived } from '../../core/reports/cells.ts';
import { formsOf, measuresOf } from '../../core/reports/sources.ts';
import { sortKey } from '../../core/text/fold.ts';
import { pick } from '../../core/text/languages.ts';
import { words } from '../http/words.ts';
import { all } from '../records/filters.ts';
import type { ReportContext } from './context.ts';
import { type BlockCounts, count } from './count.ts';
import { measureTitle } from './describe.ts';
import { isByName, type NamedKey, namedRows, type Rows } from './names.ts';
import { recordPart } from './recordParts.ts';
import type { Counts } from './scans.ts';

/** Order of rows by their names. */
const BY_NAME = 'name';
/** Rows that are sent at once if a block does not say how many it shows. */
const MOST_ROWS = 1000;

export interface Page {
  offset: number;
  /** Rows of the page; undefined for as many as the block shows first. */
  rows?: number;
  /** In place of the order of the block: `name` or a measure, with `-` the highest first. */
  order?: string | undefined;
  across?: string | undefined;
}

/** Works out several blocks, which are counted together. */
export async function blockResults(
  context: ReportContext,
  blocks: readonly Block[],
  pageOf: (block: Block) => Page,
): Promise<ReportBlockResult[]> {
  const counts = await count(context, blocks);
  const found: ReportBlockResult[] = [];
  for (const block of blocks)
    found.push(await blockResult(context, block, counts.get(block.id) as BlockCounts, pageOf(block)));
  return found;
}

async function blockResult(
  context: ReportContext,
  block: Block,
  { counted, gaps }: BlockCounts,
  page: Page,
): Promise<ReportBlockResult> {
  const { registry } = context;
  const measures = measuresOf(block);
  const absent = absentMeasures(measures, (id) => gaps.get(id)?.isHidden === true);
  const shown = measures.filter(({ id }) => !absent.includes(id));
  const names = [...new Set(measures.flatMap(({ forms, visits }) => forms ?? visits ?? []))];
  const forms = names.flatMap((name) => registry.form(name) ?? []);
  const across = block.across ? await acrossKeys(context, block, forms, counted) : [{ key: '', name: '' }];
  const columns = columnsOf(context, block, shown, across);
  const cellsOf = (cellAt: (measure: Measure, key: string) => Cell | undefined): (number | null)[] =>
    across.flatMap(({ key }) =>
      withDerived(measures, (measure) => measured(cellAt(measure, key), measure)).filter(
        (_value, at) => !absent.includes((measures[at] as Measure).id),
      ),
    );
  const keys = new Set(
    [...counted.values()].flatMap(({ cells }) => [...cells.values()].flatMap((rows) => [...rows.keys()])),
  );
  const cellsAt = (row: string) =>
    cellsOf(({ id }, key) => {
      const own = counted.get(id);
      return block.by ? own?.cells.get(key)?.get(row) : own?.totals.get(key);
    });
  const only = rowsOnly(block, columns, { keys, cellsAt });
  const first = { offset: page.offset, most: page.rows ?? block.most ?? MOST_ROWS };
  const order = orderOf(columns, page.order ?? block.order, page.across);
  const rows = block.by
    ? await pageRows(context, { dimension: block.by, forms, measures }, { ...only, order, first })
    : { rows: [{ ...ONE, cells: cellsAt('') }].slice(first.offset), all: 1 };
  const total = block.total && {
    ...totalRow(context),
    cells: cellsOf(({ id }, key) => counted.get(id)?.totals.get(key)),
  };
  return {
    id: block.id,
    columns,
    rows: rows.rows,
    total: total ?? null,
    all: rows.all,
    ...([...gaps.values()].some(({ isPending }) => isPending) && { pending: true as const }),
    ...(absent.length > 0 && { absent }),
  };
}

/** Counts one number of a block: a cell, or without a row the total. */
export async function numberAt(
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
  const counts = await count(context, [{ ...block, measures: needed as [Measure] }]);
  const cellOf = (id: string) => {
    const { cells, totals } = counts.get(block.id)?.counted.get(id) ?? {};
    return row === undefined || block.by === undefined ? totals?.get(across) : cells?.get(across)?.get(row);
  };
  const numbers = withDerived(needed, (one) => measured(cellOf(one.id), one));
  return numbers[needed.findIndex(({ id }) => id === measure)] ?? null;
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

/** Returns the measures that the reader may not know: of a restricted answer, or worked out of such a measure. */
function absentMeasures(measures: readonly Measure[], isHidden: (id: string) => boolean): string[] {
  const absent = new Set(measures.map(({ id }) => id).filter(isHidden));
  // A measure may be worked out of one that is worked out itself.
  for (const _round of measures)
    for (const measure of measures) if (partsOfMeasure(measure).some((of) => absent.has(of))) absent.add(measure.id);
  return [...absent];
}

async function acrossKeys(
  context: ReportContext,
  block: Block,
  forms: readonly CompiledForm[],
  counted: ReadonlyMap<string, Counts>,
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
      const title = pick(measureTitle(context.registry, measure), context.language);
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

/** Returns the rows of a block that shows only those in which a measure is more than 0. */
function rowsOnly(
  { only }: Block,
  columns: readonly ReportColumn[],
  { keys, cellsAt }: Pick<Asked, 'keys' | 'cellsAt'>,
): Pick<Asked, 'keys' | 'cellsAt' | 'isOnly'> {
  if (only === undefined) return { keys, cellsAt };
  const at = columns.findIndex(({ measure }) => measure === only);
  const shown = new Map(
    [...keys].map((key) => [key, cellsAt(key)] as const).filter(([, cells]) => (cells[at] ?? 0) > 0),
  );
  return { keys: new Set(shown.keys()), cellsAt: (key) => shown.get(key) ?? cellsAt(key), isOnly: true };
}

interface Asked {
  keys: ReadonlySet<string>;
  /** True if a row that is not among the keys is left out, also of a scale. */
  isOnly?: boolean;
  cellsAt(key: string): (number | null)[];
  order: Order;
  first: { offset: number; most: number };
}

async function pageRows(
  context: ReportContext,
  rows: Rows,
  { keys, isOnly, cellsAt, order, first: { offset, most } }: Asked,
): Promise<{ rows: ReportRow[]; all: number }> {
  const withCells = (named: readonly NamedKey[]) =>
    named.filter(({ key }) => !isOnly || keys.has(key)).map((row): ReportRow => ({ ...row, cells: cellsAt(row.key) }));
  if (order.at < 0 || keys.size <= most || !isByName(context, rows)) {
    const all = inOrder(withCells(await namedRows(context, rows, keys)), order);
    return { rows: all.slice(offset, offset + most), all: all.length };
  }
  // Equal rows stand in the order of their names, so those beside the page that are equal to its ends are named too.
  const all = inOrder(
    [...keys].map((key) => ({ key, name: '', cells: cellsAt(key) })),
    order,
  );
  const isEqual = (a: ReportRow | undefined, b: ReportRow | undefined) =>
    a !== undefined && b !== undefined && compared(a, b, order) === 0;
  let [from, to] = [Math.min(offset, all.length), Math.min(offset + most, all.length)];
  while (from > 0 && isEqual(all[from - 1], all[from])) from -= 1;
  while (to < all.length && isEqual(all[to], all[to - 1])) to += 1;
  const near = new Set(all.slice(from, to).map(({ key }) => key));
  const named = inOrder(withCells(await namedRows(context, rows, near)), order);
  return { rows: named.slice(offset - from, offset - from + most), all: all.length };
}

/** Orders rows by a measure, those without a number and then those without a key last. Equal ones stay in their order. */
function inOrder(rows: ReportRow[], order: Order): ReportRow[] {
  if (order.isByName) {
    const words = new Map(rows.map(({ key, name }) => [key, sortKey(name)]));
    const sign = order.isDescending ? -1 : 1;
    return [...rows].sort(
      (a, b) => withoutKey(a, b) ?? sign * ((words.get(a.key) ?? '') < (words.get(b.key) ?? '') ? -1 : 1),
    );
  }
  return order.at < 0 ? rows : [...rows].sort((a, b) => compared(a, b, order));
}

function compared(a: ReportRow, b: ReportRow, { at, isDescending }: Order): number {
  const last = withoutKey(a, b);
  if (last !== undefined) return last;
  const [x, y] = [a.cells[at] ?? null, b.cells[at] ?? null];
  if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
  return isDescending ? y - x : x - y;
}

function withoutKey(a: ReportRow, b: ReportRow): number | undefined {
  if ((a.key === '') === (b.key === '')) return undefined;
  return a.key === '' ? 1 : -1;
}

/** Counts the records that the report looks at: visible, in its period and places, of all its forms. */
export async function recordsLookedAt(context: ReportContext, report: ReportDefinition): Promise<number> {
  if (context.asked.isIncomplete) return 0;
  const parts = formsOf(report).flatMap((name) => {
    const form = context.registry.form(name);
    return (form && recordPart(context, {}, form, { isPending: false, isHidden: false })) ?? [];
  });
  if (parts.length === 0) return 0;
  const counts = parts.map(
    ({ table, where }) => sql`SELECT count(*) AS n FROM ${sql.table(table)} WHERE ${all(where)}`,
  );
  const rows = await context.run(sql<{ n: number | string }>`${sql.join(counts, sql` UNION ALL `)}`);
  return rows.reduce((sum, { n }) => sum + Number(n), 0);
}
