import { expect } from 'vitest';
import { cellText, type RawCell } from '../../src/core/spreadsheet/readCell.ts';
import type { ImportedForm, Sheet } from '../../src/core/xlsform/types.ts';

const isFilled = (cell: RawCell): boolean =>
  cell !== null && (typeof cell === 'boolean' || cellText(cell).trim() !== '');

/** Heads that stand in every sheet of a questionnaire. */
const HEADS = /^(type|list.?name|form.?title|form.?id)$/i;

/** The account adds up, counted another way: every filled cell but those of the heads, and the rows that none of them left. */
export function mustAddUp({ account }: ImportedForm, sheets: readonly Sheet[]): void {
  const { rows_seen, rows_carried, cells_seen, cells_carried, not_carried } = account;
  expect(cells_carried + not_carried.length).toBe(cells_seen);
  const at = not_carried.map(({ sheet: title, row, column }) => `${title}!${column}${row}`);
  expect(new Set(at).size).toBe(at.length);
  const below = sheets.flatMap(({ title, lines }) => {
    const named = lines.findIndex(
      (line, at) => at < 7 && line.some((cell) => isFilled(cell) && HEADS.test(cellText(cell as never).trim())),
    );
    const head = named < 0 ? lines.findIndex((line) => line.some(isFilled)) : named;
    return lines.flatMap((line, row) =>
      head < 0 || row === head ? [] : [{ of: `${title} ${row + 1}`, filled: line.filter(isFilled).length }],
    );
  });
  expect(cells_seen).toBe(below.reduce((sum, { filled }) => sum + filled, 0));
  expect(rows_seen).toBe(below.filter(({ filled }) => filled > 0).length);
  const lost = new Map<string, number>();
  for (const { sheet, row } of not_carried) lost.set(`${sheet} ${row}`, (lost.get(`${sheet} ${row}`) ?? 0) + 1);
  expect(rows_carried).toBe(below.filter(({ of, filled }) => filled > (lost.get(of) ?? 0)).length);
}
