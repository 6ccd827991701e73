/** The documented answer of a report: its blocks under the documented keys. */

import { setAtKey } from '../api/render.ts';
import type { ReportBlockResult } from '../generated/api.ts';
import type { Block, ReportDefinition } from '../generated/report.ts';
import { getOwn } from '../json.ts';

interface Page {
  per_page: number;
  current_page: number;
  last_page: number;
  total: number;
}

/** `pageOf` returns the place of the rows that a block of `most` rows shows. */
export function documentedAnswer(
  { api, blocks }: ReportDefinition,
  results: readonly ReportBlockResult[],
  pageOf: (block: Block, all: number) => Page,
): Record<string, unknown> {
  const answer: Record<string, unknown> = {};
  for (const [key, what] of Object.entries(api?.keys ?? {})) {
    const [id, measure] = what.split('.');
    const block = blocks.find((one) => one.id === id);
    const result = results.find((one) => one.id === id);
    if (!block || !result) continue;
    const shown = shownBlock(block, result, pageOf);
    setAtKey(answer, key, measure === undefined ? shown : ofMeasure(shown, measure));
  }
  return answer;
}

function shownBlock(block: Block, result: ReportBlockResult, pageOf: (block: Block, all: number) => Page): unknown {
  const { columns, rows, all } = result;
  const cellsOf = (cells: readonly (number | null)[]) =>
    Object.fromEntries(columns.map(({ measure, across }, at) => [across ?? measure, cells[at] ?? null]));
  if (block.by === undefined) return cellsOf(rows[0]?.cells ?? columns.map(() => null));
  const { by } = block;
  const named = (name: string) => ({ name, ...(typeof by === 'string' && { [by]: name }) });
  const data = rows.map(({ key, name, cells }) => ({ id: key, ...named(name), ...cellsOf(cells) }));
  return block.most === undefined ? data : { data, meta: pageOf(block, all) };
}

/** Returns one measure: a number of a block with one row, else the rows with only it. */
function ofMeasure(shown: unknown, measure: string): unknown {
  if (!Array.isArray(shown)) return getOwn(shown as Record<string, unknown>, measure) ?? null;
  return shown.map((row: Record<string, unknown>) => ({
    id: row.id,
    name: row.name,
    [measure]: getOwn(row, measure) ?? null,
  }));
}
