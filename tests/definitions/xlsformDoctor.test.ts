// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** What the doctor finds in a workbook of XLSForm, by its cells: one small workbook for each fault. */
import { describe, expect, it } from 'vitest';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { COMPLAINT_CODES, complaints } from '../../src/core/xlsform/doctor.ts';
import { exportWorkbook } from '../../src/core/xlsform/export/workbook.ts';
import type { Sheet } from '../../src/core/xlsform/types.ts';
import { ADDED, findings, imported, type Tables } from '../support/xlsform.ts';

const HEAD = 'type|name|label::English|label::Dari|relevant|constraint|calculation';
const CHOICES = `
list_name|name|label::English|label::Dari
kind|well|Well|چاه
kind|pump|Pump|بمبه
colour|red|Red|سرخ
colour|blue|Blue|آبی`;
const ASKED = `${HEAD}
select_one kind|kind|Kind?|نوع؟
select_one colour|colour|Colour?|رنگ؟
integer|size|Size?|اندازه؟`;

async function told(tables: Tables | readonly Sheet[]) {
  const made = imported(tables);
  return complaints(made, await findings(made)).map(({ sheet, row, column, rank, code, mend, with: said }) => ({
    at: `${sheet}!${column}${row}`,
    rank,
    code,
    mend,
    said,
  }));
}
const of = (rows: string, choices = CHOICES) => told({ survey: `${ASKED}\n${rows}`, choices });

describe('the doctor', { timeout: 120_000 }, () => {
  it('finds nothing in a sound workbook', async () => {
    expect(
      await of("text|why|Why ${kind}?|چرا ${kind}؟|${kind} = 'well' and ${size} > 3|string-length(.) > 2"),
    ).toEqual([]);
  });

  it.each([
    ["text|x|X|ک|${kind} = 'wells'", 'survey!E5', 'wrong', 'condition_never', 'name', { name: 'well' }],
    [
      "text|x|X|ک|${kind} = 'red'",
      'survey!E5',
      'wrong',
      'condition_never',
      'other_list',
      { name: 'red', list: 'colour' },
    ],
    ["text|x|X|ک|${kind} = 'lake'", 'survey!E5', 'wrong', 'condition_never', 'option', { name: 'lake' }],
    ['text|x|X|ک|${size} > 5 and ${size} < 3', 'survey!E5', 'wrong', 'expression_never', 'condition', {}],
    ["text|x|X|ک|${kind} = 'well' and ${kind} = 'pump'", 'survey!E5', 'wrong', 'expression_never', 'condition', {}],
    ['text|x|X|ک|${size} != 5 or ${size} = 5', 'survey!E5', 'doubt', 'expression_always', 'condition', {}],
    ['integer|x|X|ک||. > 5 and . < 3', 'survey!F5', 'wrong', 'constraint_never', 'constraint', {}],
    ['text|x|X|ک|${sice} > 3', 'survey!E5', 'wrong', 'xpath_name', 'name', { name: 'size' }],
    ['text|x|X|ک|${size} >', 'survey!E5', 'wrong', 'xpath_syntax', 'expression', { name: '' }],
    ['text|x|X ${size}|ک', 'survey!D5', 'doubt', 'text_placeholders', 'reference', {}],
    ['text|x|X ${sise}|ک', 'survey!C5', 'wrong', 'reference_unknown', 'reference', { name: '' }],
    ['select_one kinds|x|X|ک', 'survey!A5', 'wrong', 'list_missing', 'list', { name: 'kind' }],
    ['intger|x|X|ک', 'survey!5', 'wrong', 'type_unknown', 'type', { name: 'integer' }],
    ['begin_group|g|G|گ\ntext|x|X|ک', 'survey!5', 'wrong', 'group_open', 'ends', { name: '' }],
    ['text|x|X|', 'survey!B5', 'tidy', 'words_missing', 'words', { number: 1 }],
  ] as const)('%s', async (rows, at, rank, code, mend, said) => {
    expect(await of(rows)).toContainEqual({ at, rank, code, mend, said });
  });

  it('finds circles, questions that nobody reaches, and lists that nobody uses', async () => {
    const circles = await of('text|a|A|ا|${b} = 1\ntext|b|B|ب|${a} = 1');
    expect(circles.map(({ code }) => code)).toContain('visible_circle');
    const worked = await of('calculate|a||||| ${b} + 1\ncalculate|b||||| ${a} + 1');
    expect(worked.map(({ code }) => code)).toContain('derived_circle');
    const spare = await of('text|x|X|ک', `${CHOICES}\nspare|s|S|س`);
    expect(spare).toEqual([
      { at: 'choices!A6', rank: 'tidy', code: 'list_unused', mend: 'unused', said: { name: '' } },
    ]);
  });

  it('does not ask for a title in other languages, of which a workbook has none', async () => {
    expect(await told({ survey: ASKED, choices: CHOICES, settings: 'form_title|form_id\nVisit|visit' })).toEqual([]);
  });

  it('tells the worst first, and missing words once for each language', async () => {
    const found = await of("text|x|X|\ntext|y|Y|\ntext|z|Z|ز|${kind} = 'lake'");
    expect(found.map(({ rank }) => rank)).toEqual(['wrong', 'tidy']);
    expect(found[1]).toMatchObject({ code: 'words_missing', said: { number: 2 } });
  });

  const WITH_GROUP = CHOICES.replace(/(Well|Pump|Red|Blue)\|([^\n]*)/g, '$1|$2|g').replace(
    'label::Dari',
    'label::Dari|group',
  );
  const ROW = 'text|x|X|ک';
  /** For each finding a row that has the fault, and one that nearly has it. */
  const FAULTS: [code: string, faulty: string, near: string, choices?: [faulty: string, near: string]][] = [
    ['condition_never', `${ROW}|\${kind} = 'lake'`, `${ROW}|\${kind} = 'well'`],
    ['condition_never', `${ROW}|selected(\${kind}, 'lake')`, `${ROW}|selected(\${kind}, 'pump')`],
    ['expression_never', `${ROW}|\${size} > 5 and \${size} < 3`, `${ROW}|\${size} > 5 or \${size} < 3`],
    ['expression_never', `${ROW}|\${size} > 3 and \${size} < 3`, `${ROW}|\${size} >= 3 and \${size} <= 3`],
    [
      'expression_always',
      `${ROW}|\${size} != 5 or \${size} = 5`,
      `${ROW}|\${size} != 5 or \${size} = 6 or \${kind} = 'well'`,
    ],
    ['expression_constant', `${ROW}|false()`, `${ROW}|true()`],
    ['expression_constant', `select_one kind|x|X|ک|||||group = 'c'`, `select_one kind|x|X|ک|||||group = 'g'`],
    ['expression_date', `${ROW}|\${day} > '2024-13-40'`, `${ROW}|\${day} > '2024-12-31'`],
    ['constraint_never', 'integer|x|X|ک||. > 3 and . < 4', 'integer|x|X|ک||. > 3 and . < 5'],
    ['constraint_never', 'decimal|x|X|ک||. > 4 and . < 3', 'decimal|x|X|ک||. > 3 and . < 4'],
    ['constraint_always', 'integer|x|X|ک||. >= 0 or . < 5', 'integer|x|X|ک||. >= 5 or . < 0'],
    ['visible_circle', 'text|a|A|ا|${b} = 1\ntext|b|B|ب|${a} = 1', 'text|a|A|ا\ntext|b|B|ب|${a} = 1'],
    [
      'derived_circle',
      'calculate|a||||| ${b} + 1\ncalculate|b||||| ${a} + 1',
      'calculate|a||||| ${size} + 1\ncalculate|b||||| ${a} + 1',
    ],
    [
      'default_circle',
      'integer|a|A|ا||||${b} + 1\ninteger|b|B|ب||||${a} + 1',
      'integer|a|A|ا||||${size} + 1\ninteger|b|B|ب||||${a} + 1',
    ],
    ['default_no_option', 'select_one kind|x|X|ک||||true()', "select_one kind|x|X|ک||||'well'"],
    ['bounds_crossed', 'range|x|X|ک|||||||start=5 end=1', 'range|x|X|ک|||||||start=1 end=5'],
    ['text_placeholders', 'text|x|X ${size}|ک', 'text|x|X ${size}|ک ${size}'],
    ['words_missing', 'text|x|X|', ROW],
    ['xpath_name', `${ROW}|\${sice} > 3`, `${ROW}|\${ size } > 3`],
    ['xpath_syntax', `${ROW}|\${size} >`, `${ROW}|\${size} > 3`],
    ['xpath_types', `${ROW}|\${day} > 3`, `${ROW}|\${day} > today()`],
    ['type_unknown', 'intger|x|X|ک', 'Integer|x|X|ک'],
    ['list_missing', 'select_one kinds|x|X|ک', 'select_one  kind|x|X|ک'],
    ['list_file', 'select_one_from_file far.csv|x|X|ک', 'select_one kind|x|X|ک'],
    ['group_open', `begin_group|g|G|گ\n${ROW}`, `begin_group|g|G|گ\n${ROW}\nend group`],
    ['group_end', `${ROW}\nend_repeat`, `begin_repeat|g|G|گ\n${ROW}\nend_repeat`],
    ['group_empty', `begin_group|g|G|گ\nend_group\n${ROW}`, `begin_group|g|G|گ\n${ROW}\nend_group`],
    ['code_twice', ROW, ROW, ['kind|well|Again|باز', 'colour|well|Again|باز']],
    ['code_missing', ROW, ROW, ['kind||No code|بدون', 'kind|none|No code|بدون']],
    ['type_missing', '|x|X|ک', ROW],
    ['name_missing', 'text||X|ک', ROW],
    ['name_twice', `${ROW}\n${ROW}`, `begin_group|g|G|گ\n${ROW}\nend_group\nbegin_group|h|H|ه\n${ROW}\nend_group`],
    ['reference_unknown', 'note|x|X ${sise}|ک ${sise}', 'note|x|X ${size}|ک ${size}'],
    ['reference_rows', 'note|x|At ${g}|ک ${g}\ngeopoint|g|G|گ', 'note|x|At ${g}|ک ${g}\ntext|g|G|گ'],
    ['cell_failed', `${ROW}|#REF!`, `${ROW}|\${kind} != ''`],
    ['search_file', "select_one kind|x|X|ک||||||||search('far')", 'select_one kind|x|X|ک||||||||search'],
    ['list_unused', ROW, 'select_one spare|x|X|ک', ['spare|s|S|س', 'spare|s|S|س']],
    ['words_assumed', 'text|x', ROW],
  ];

  it.each(FAULTS)('%s: %s, and not %s', async (code, faulty, near, [extra, nearly] = ['', '']) => {
    const asked = `${HEAD}|default|choice_filter|required|parameters|appearance${ASKED.slice(HEAD.length)}\ndate|day|Day?|روز؟`;
    const codes = async (rows: string, more: string) =>
      (await told({ survey: `${asked}\n${rows}`, choices: `${WITH_GROUP}\n${more}` })).map((one) => one.code);
    expect(await codes(faulty, extra)).toContain(code);
    expect(await codes(near, nearly)).not.toContain(code);
  });

  const BY_HEADS = [
    ['column_twice', 'label|label', 'label|hint'],
    ['language_unused', 'label::Dari|hint::Dari', 'label::English|hint::English'],
  ] as const;

  it.each(BY_HEADS)('%s by its heads', async (code, faulty, near) => {
    const of = (heads: string) =>
      told({ survey: `type|name|${heads}\ntext|a|A|B`, settings: 'form_title|default_language\nT|English' });
    expect((await of(faulty)).map((one) => one.code)).toContain(code);
    expect((await of(near)).map((one) => one.code)).not.toContain(code);
  });

  const size = (...tests: object[]) => ({ all: tests.map((is) => ({ field: 'size', is })) });
  const bySize = { type: 'record', record: { forms: ['visit'] }, filter: 'option.size == size' };
  const attributes = (...values: unknown[]) => ({
    lists: { kind: values.map((depth, at) => ({ value: `k${at}`, label: { en: 'K' }, depth })) },
  });
  /**
   * What the plain cells of a workbook cannot say, or what becomes of them never has: the import gives every expression its types and
   * every attribute of a list one, and writes no condition as a test. A workbook that was exported from here says it in its own columns.
   * Each is a change of the question x, and of the form.
   */
  const OF_OWN: [code: string, faulty: object, near: object, form?: [faulty: object, near: object]][] = [
    ['condition_always', { visibleWhen: size({}) }, { visibleWhen: size({ minimum: 3 }) }],
    ['expression_types', { visibleWhen: { expr: 'size > "a"' } }, { visibleWhen: { expr: 'size > 3' } }],
    ['expression_result', { visibleWhen: { expr: 'size + 1' } }, { visibleWhen: { expr: 'size + 1 > 2' } }],
    [
      'never_visible',
      { visibleWhen: size({ minimum: 5 }, { maximum: 3 }) },
      { visibleWhen: size({ minimum: 3 }, { maximum: 5 }) },
    ],
    [
      'never_required',
      { visibleWhen: size({ minimum: 5 }), requiredWhen: size({ maximum: 3 }) },
      { visibleWhen: size({ minimum: 5 }), requiredWhen: size({ maximum: 9 }) },
    ],
    ['list_attribute', {}, {}, [attributes(1, 'a'), attributes(1, 2)]],
    ['answer_in_words', { label: { en: 'X {photo}' } }, { label: { en: 'X {size}' } }],
    ['filter_attribute', bySize, bySize, [{ restricted: ['size'] }, {}]],
  ];

  it.each(OF_OWN)('%s in the columns of its own', async (code, faulty, near, [more, less] = [{}, {}]) => {
    const { definition } = imported({
      survey: 'type|name|label\nselect_one kind|kind|Kind?\ninteger|size|Size?\nimage|photo|Photo\ntext|x|X',
      choices: 'list_name|name|label\nkind|k0|K\nkind|k1|K',
    });
    const codes = async (question: object, { restricted = [], ...form }: { restricted?: string[] }) => {
      const fields: Record<string, object> = { ...definition.fields, x: { ...definition.fields.x, ...question } };
      for (const name of restricted) fields[name] = { ...fields[name], restricted: true };
      const own = { ...definition, fields, ...form } as unknown as FormDefinition;
      const sheets = exportWorkbook({ definition: own, schema: {} }, () => undefined, ADDED);
      return (await told(sheets)).map((one) => one.code);
    };
    expect(await codes(faulty, more)).toContain(code);
    expect(await codes(near, less)).not.toContain(code);
  });

  /** Codes without a pair in the tables above, with the reason. */
  const EXCEPTIONS: Record<string, string> = { contract_large: 'its pair has 250,000 codes, and stands below' };

  it('has a pair for each of its codes', () => {
    const codes = [...[...FAULTS, ...BY_HEADS, ...OF_OWN].map(([code]) => code), ...Object.keys(EXCEPTIONS)];
    expect([...new Set(codes)].sort()).toEqual([...COMPLAINT_CODES].sort());
  });

  it('says that a list in very many questions is more than a form may have, and where it begins', async () => {
    const long = Array.from({ length: 500 }, (_, at) => `long|o${at}|O|و`).join('\n');
    const asking = (count: number) =>
      of(Array.from({ length: count }, (_, at) => `select_one long|x${at}|X|ک`).join('\n'), `${CHOICES}\n${long}`);
    expect(await asking(501)).toContainEqual(
      expect.objectContaining({ at: 'choices!B6', rank: 'wrong', code: 'contract_large', mend: 'large' }),
    );
    expect((await asking(499)).map(({ code }) => code)).not.toContain('contract_large');
  });
});
