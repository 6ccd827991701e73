/**
 * What reading a workbook of XLSForm costs: `npm run bench -- xlsform`. Long workbooks as rows of cells, each step by the clock and
 * with the memory that it leaves; then what a check of the definition costs after one change of a long form.
 */
import { loadavg } from 'node:os';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import type { RawCell } from '../../src/core/spreadsheet/readCell.ts';
import { complaints } from '../../src/core/xlsform/doctor.ts';
import { exportWorkbook } from '../../src/core/xlsform/export/workbook.ts';
import { importWorkbook } from '../../src/core/xlsform/roundTrip.ts';
import type { ImportedForm, Sheet } from '../../src/core/xlsform/types.ts';
import { readUploadedSheets } from '../../src/server/api/admin/xlsform/xlsform.ts';
import { checkImported } from '../../src/server/definitions/importedForm.ts';
import { xlsxOf } from '../support/xlsx.ts';
import { median } from './median.ts';

const ROUNDS = 3;
const ADDED = { constraint: { en: 'c' }, other: { en: 'o' }, which: { en: 'w' } };
const SIZES = [
  { rows: 60, options: 100 },
  { rows: 500, options: 500 },
  { rows: 1_000, options: 5_000 },
  { rows: 1_000, options: 9_900 },
];

/** A third of the questions are choices; conditions and constraints read the number before. */
function workbook(rows: number, options: number): Sheet[] {
  const survey = Array.from({ length: rows }, (_, at): RawCell[] => {
    if (at % 3 === 1) return [`select_one list${at % 20}`, `q${at}`, `Question ${at}`, `پوښتنه ${at}`, null, null];
    const before = `\${q${at - (at % 3) - 3}}`;
    const rules = at < 3 ? [null, null] : [`${before} > ${at % 7} and ${before} < 900`, `. <= 999 and . != ${before}`];
    return ['integer', `q${at}`, `Question ${at}`, `پوښتنه ${at}`, ...rules];
  });
  const choices = Array.from({ length: options }, (_, at): RawCell[] => [
    `list${at % 20}`,
    `o${at}`,
    `Option ${at}`,
    `انتخاب ${at}`,
    String(at % 34),
  ]);
  const words = ['label::English (en)', 'label::Pashto (ps)'];
  return [
    { title: 'survey', lines: [['type', 'name', ...words, 'relevant', 'constraint'], ...survey] },
    { title: 'choices', lines: [['list_name', 'name', ...words, 'province'], ...choices] },
    {
      title: 'settings',
      lines: [
        ['form_title', 'form_id'],
        ['Long', 'long'],
      ],
    },
  ];
}

type Step = 'read' | 'imported' | 'checked' | 'checked again' | 'written';

export async function xlsform(): Promise<void> {
  console.log('| rows, options | file | read | imported | checked | again after a change | written | heap |');
  console.log('|--:|--:|--:|--:|--:|--:|--:|--:|');
  for (const { rows, options } of SIZES) {
    const sheets = workbook(rows, options);
    const bytes = await xlsxOf(sheets);
    const taken = new Map<Step, number[]>();
    const note = (step: Step, since: number) =>
      taken.set(step, [...(taken.get(step) ?? []), performance.now() - since]);
    const heap: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      globalThis.gc?.();
      const before = process.memoryUsage().heapUsed;
      let since = performance.now();
      const read = await readUploadedSheets({ bytes, name: 'long.xlsx' });
      note('read', since);
      since = performance.now();
      const made = importWorkbook(read, { name: 'long', programme: 'schools', added: ADDED }) as ImportedForm;
      note('imported', since);
      since = performance.now();
      complaints(made, await checkImported(made));
      note('checked', since);
      heap.push(process.memoryUsage().heapUsed - before);
      const changed = importWorkbook(
        read.map((sheet) => ({
          ...sheet,
          lines: sheet.lines.map((line) => line.map((cell) => (cell === 'Question 0' ? 'Another' : cell))),
        })),
        { name: 'long', programme: 'schools', added: ADDED },
      ) as ImportedForm;
      since = performance.now();
      await checkImported(changed);
      note('checked again', since);
      since = performance.now();
      exportWorkbook(
        { definition: made.definition as unknown as FormDefinition, schema: made.schema },
        () => undefined,
        ADDED,
      );
      note('written', since);
    }
    const steps = [...taken.values()].map((times) => `${(median(times) / 1_000).toFixed(2)} s`);
    console.log(
      `| ${rows}, ${options} | ${(bytes.length / 1024).toFixed(0)} KB | ${steps.join(' | ')} | ${(Math.max(...heap) / 2 ** 20).toFixed(0)} MB |`,
    );
  }
  console.log(`\nmedians of ${ROUNDS}, load ${loadavg()[0]?.toFixed(1)}\n`);
}
