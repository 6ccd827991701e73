/** Writes a definition as a workbook of XLSForm, which comes back as the same definition (`roundTrip.ts`). */
import type { FormDefinition } from '../../definitions/types.ts';
import type { RawCell } from '../../spreadsheet/readCell.ts';
import type { ImportOptions } from '../import.ts';
import { type OwnColumns, ownCells } from '../own.ts';
import { headingLineOf, sheetNamed } from '../read.ts';
import type { Sheet } from '../types.ts';
import { originSheets } from './origin.ts';
import { type ListOf, type WrittenOption, type WrittenRow, type WrittenRows, writtenRows } from './rows.ts';

/** Returns the sheets that other programs read. */
export function plainSheets(definition: FormDefinition, listOf: ListOf): Sheet[] {
  return sheetsOf(writtenRows(definition, listOf));
}

/** Returns the sheets, with the product's own columns among the settings. */
export function exportWorkbook(
  form: Omit<OwnColumns, 'lists'>,
  listOf: ListOf,
  added: ImportOptions['added'],
): Sheet[] {
  const used = new Map<string, readonly WrittenOption[]>();
  const rows = writtenRows(form.definition, (name) => {
    const entries = listOf(name);
    if (entries) used.set(name, entries);
    return entries;
  });
  const own = ownCells({ ...form, lists: Object.fromEntries(used) });
  const origin = originSheets(form.definition, rows, listOf, added);
  for (const [head, text] of own) rows.settings.set(head, text);
  if (!origin) return sheetsOf(rows);
  const settings = origin.find(({ title }) => sheetNamed(title) === 'settings');
  // A language there would be that of columns which name none.
  rows.settings.delete('default_language');
  if (!settings) return [...origin, sheetOf('settings', [rows.settings])];
  return origin.map((sheet) => (sheet === settings ? withColumns(sheet, own) : sheet));
}

/** Adds columns to the row of settings. */
function withColumns({ title, lines }: Sheet, cells: ReadonlyMap<string, string>): Sheet {
  const at = headingLineOf(lines);
  const width = Math.max(...lines.map((line) => line.length));
  const wide = (line: Sheet['lines'][number]) => [...line, ...Array.from({ length: width - line.length }, () => null)];
  const [head = [], first = [], ...rest] = lines.slice(Math.max(0, at - 1));
  return {
    title,
    lines: [...lines.slice(0, at - 1), [...wide(head), ...cells.keys()], [...wide(first), ...cells.values()], ...rest],
  };
}

function sheetsOf({ survey, choices, settings }: WrittenRows): Sheet[] {
  const lists = choices.length > 0 ? [sheetOf('choices', choices)] : [];
  return [sheetOf('survey', survey), ...lists, sheetOf('settings', [settings])];
}

/** Columns in the order in which rows first name them. */
function sheetOf(title: string, rows: readonly WrittenRow[]): Sheet {
  const heads = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lines = rows.map((row) => heads.map((head): RawCell => row.get(head) ?? null));
  return { title, lines: [heads, ...lines] };
}
