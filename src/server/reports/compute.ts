/** Works out the blocks of a report. */
import { sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import type { ReportBlockResult, ReportColumn, ReportRow } from '../../core/generated/api.ts';
import type { Block, Measure, ReportDefinition } from '../../core/generated/report.ts';
import { type Cell, measured, withDerived } from '../../core/reports/cells.ts';
import { formsOf, measuresOf } from '../../core/reports/sources.ts';
import { sortKey } from '../../core/text/fold.ts';
import { pick } from '../../core/text/languages.ts';
import { words } from '../http/words.ts';
import { all } from '../records/filters.ts';
import type { ReportContext } from './context.ts';
import { type Counts, count } from './count.ts';
import { measureTitle } from './describe.ts';
import { type NamedKey, namedRows } from './names.ts';
import { type Gaps, recordPart } from './recordParts.ts';

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

export async function blockResult(context: ReportContext, block: Block, page: Page): Promise<ReportBlockResult> {
  const { registry } = context;
  const measures = measuresOf(block);
  const { counted, gaps } = await countAll(context, block, measures);
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
  const keys = new Set([...counted.values()].flatMap(({ cells }) => [...cells.keys()]));
  const named = block.by ? await namedRows(context, { dimension: block.by, forms, measures }, keys) : [ONE];
  const rows = named.map(
    (row): ReportRow => ({
      ...row,
      cells: cellsOf(({ id }, key) =>
        (block.by ? counted.get(id)?.cells.get(row.key) : counted.get(id)?.totals)?.get(key),
      ),
    }),
  );
  const ordered = inOrder(rows, columns, page.order ?? block.order, page.across);
  const most = page.rows ?? block.most ?? MOST_ROWS;
  const total = block.total && {
    ...totalRow(context),
    cells: cellsOf(({ id }, key) => counted.get(id)?.totals.get(key)),
  };
  return {
    id: block.id,
    columns,
    rows: ordered.slice(page.offset, page.offset + most),
    total: total ?? null,
    all: ordered.length,
    ...([...gaps.values()].some(({ isPending }) => isPending) && { pending: true as const }),
    ...(absent.length > 0 && { absent }),
  };
}

async function countAll(context: ReportContext, shape: Block, measures: readonly Measure[]) {
  const gaps = new Map<string, Gaps>();
  const counted = new Map<string, Counts>();
  for (const measure of measures) {
    if (measure.rate || measure.plus) continue;
    const own: Gaps = { isPending: false, isHidden: false };
    gaps.set(measure.id, own);
    counted.set(measure.id, await count(context, measure, shape, own));
  }
  return { counted, gaps };
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
  const { counted } = await countAll(context, block, needed);
  const cellOf = (id: string) =>
    (row === undefined || block.by === undefined ? counted.get(id)?.totals : counted.get(id)?.cells.get(row))?.get(
      across,
    );
  const numbers = withDerived(needed, (one) => measured(cellOf(one.id), one));
  return numbers[needed.findIndex(({ id }) => id === measure)] ?? null;
}

/** Returns the measures with these names and those that they are worked out of. */
function withParts(all: readonly Measure[], names: readonly string[]): Measure[] {
  const found = new Set(names);
  for (const name of found) for (const part of all.find(({ id }) => id === name)?.plus ?? []) found.add(part);
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
    for (const { id, rate, plus } of measures)
      if ([...(rate ?? []), ...(plus ?? [])].some((of) => absent.has(of))) absent.add(id);
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

/** Orders rows by a measure, those without a number and then those without a key last. Equal ones stay in their order. */
function inOrder(
  rows: ReportRow[],
  columns: readonly ReportColumn[],
  order: string | undefined,
  across?: string,
): ReportRow[] {
  const by = order?.replace(/^-/, '');
  const at = columns.findIndex((one) => one.measure === by && (across ?? one.across) === one.across);
  if (order === undefined || (at < 0 && by !== BY_NAME)) return rows;
  const sign = order.startsWith('-') ? -1 : 1;
  const words = new Map(at < 0 ? rows.map(({ key, name }) => [key, sortKey(name)]) : []);
  return [...rows].sort((a, b) => {
    if ((a.key === '') !== (b.key === '')) return a.key === '' ? 1 : -1;
    if (at < 0) return sign * ((words.get(a.key) ?? '') < (words.get(b.key) ?? '') ? -1 : 1);
    const [x, y] = [a.cells[at] ?? null, b.cells[at] ?? null];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    return sign * (x - y);
  });
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
