/** Small workbooks of XLSForm, written as tables, and what the check says of the forms that are made of them. */

import type { RawCell } from '../../src/core/spreadsheet/readCell.ts';
import { importWorkbook } from '../../src/core/xlsform/roundTrip.ts';
import type { ImportedForm, Sheet } from '../../src/core/xlsform/types.ts';
import { checkImported } from '../../src/server/definitions/importedForm.ts';

export const ADDED = {
  constraint: { en: 'This answer is not possible here.', fa: 'این جواب ممکن نیست.', ps: 'دا ځواب سم نه دی.' },
  other: { en: 'Other', fa: 'دیگر', ps: 'نور' },
  which: { en: 'Which one?', fa: 'کدام؟', ps: 'کوم یو؟' },
};

/** Makes a sheet of a table: the heads in the first line, cells apart by `|`, empty ones left empty. */
export function sheet(title: string, table: string): Sheet {
  const lines = table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('|').map((cell): RawCell => (cell.trim() === '' ? null : cell.trim())));
  return { title, lines };
}

export interface Tables {
  survey: string;
  choices?: string;
  settings?: string;
  [further: string]: string | undefined;
}

function workbook(tables: Tables): Sheet[] {
  return Object.entries(tables).flatMap(([title, table]) => (table === undefined ? [] : [sheet(title, table)]));
}

export function imported(tables: Tables | readonly Sheet[], name = 'visit'): ImportedForm {
  const sheets = Array.isArray(tables) ? tables : workbook(tables as Tables);
  const made = importWorkbook(sheets, { name, programme: 'schools', added: ADDED });
  if (!made) throw new Error('There is no sheet of questions.');
  return made;
}

/** Returns what the check of definitions says of an imported form. */
export const findings = checkImported;
