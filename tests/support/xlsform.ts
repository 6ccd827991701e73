/** Small workbooks of XLSForm, written as tables, and what the check says of the forms that are made of them. */

import { check, type Issue } from '../../src/core/check/check.ts';
import { withContracts } from '../../src/core/contract/read.ts';
import { readFiles } from '../../src/core/definitions/files.ts';
import type { RawCell } from '../../src/core/spreadsheet/readCell.ts';
import { importWorkbook } from '../../src/core/xlsform/import.ts';
import type { Imported, Sheet } from '../../src/core/xlsform/types.ts';
import { checkTools, readMeta } from '../../src/server/definitions/definitionFiles.ts';
import { productFiles, ROOT } from './definitions.ts';

const ADDED = {
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

export function imported(tables: Tables | readonly Sheet[], name = 'visit'): Imported {
  const sheets = Array.isArray(tables) ? tables : workbook(tables as Tables);
  const made = importWorkbook(sheets, { name, programme: 'schools', added: ADDED });
  if (!made) throw new Error('There is no sheet of questions.');
  return made;
}

const tools = { ...checkTools(readMeta(ROOT)), media: { find: () => undefined, paths: [] } };

/** Returns what the check of a draft says of an imported form, with the contract that follows from it. */
export async function findings({ definition, schema }: Imported): Promise<Issue[]> {
  const path = `forms/schools/${definition.form}.form.json`;
  const common = [...(await productFiles).values()].filter((file) => /^(forms|schemas)\/common\//.test(file.path));
  const texts = new Map([
    ...common.map((file) => [file.path, file.text] as const),
    [path, JSON.stringify(definition)],
    ...(Object.keys(schema).length > 0
      ? [[path.replace(/^forms/, 'schemas').replace('.form.', '.schema.'), JSON.stringify(schema)] as const]
      : []),
  ]);
  const files = await readFiles({
    list: (folder) => [...texts.keys()].filter((one) => one.startsWith(`${folder}/`)),
    read: (one) => texts.get(one) as string,
  });
  return check(withContracts(files), tools).filter(
    ({ file }) => /\/visit|\/workbook/.test(file) || file.includes(String(definition.form)),
  );
}
