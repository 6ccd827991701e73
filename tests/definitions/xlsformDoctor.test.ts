// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** What the doctor finds in a workbook of XLSForm, by its cells: one small workbook for each fault. */
import { describe, expect, it } from 'vitest';
import { complaints } from '../../src/core/xlsform/doctor.ts';
import { findings, imported, type Tables } from '../support/xlsform.ts';

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

async function told(tables: Tables) {
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
});
