// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** Every form that ships goes out as a workbook of XLSForm and comes back the same to the byte; what somebody changes in the sheets is taken. */
import { describe, expect, it } from 'vitest';
import { formatDefinition } from '../../src/core/definitions/format.ts';
import { sourcesOf } from '../../src/core/definitions/load.ts';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { getOwn } from '../../src/core/json.ts';
import type { RawCell } from '../../src/core/spreadsheet/readCell.ts';
import { listsOf } from '../../src/core/xlsform/export/lists.ts';
import { exportLossesOf } from '../../src/core/xlsform/export/losses.ts';
import { exportWorkbook } from '../../src/core/xlsform/export/workbook.ts';
import { importWorkbook } from '../../src/core/xlsform/roundTrip.ts';
import type { Sheet } from '../../src/core/xlsform/types.ts';
import { readMetaSchemas } from '../../src/server/definitions/definitionFiles.ts';
import { productFiles, ROOT } from '../support/definitions.ts';
import { ADDED, imported } from '../support/xlsform.ts';

const files = await productFiles;
const all = [...files.values()].filter(({ kind }) => kind === 'form');
const meta = readMetaSchemas(ROOT).get('form');
const { constants, choices } = sourcesOf(files).common;
const listOf = listsOf(constants, (list) => getOwn(choices, list)?.items);
/** Characters of a cell that spreadsheet programs keep. */
const LONGEST_CELL = 32_767;

const exported = (definition: FormDefinition) => exportWorkbook({ definition, schema: {} }, listOf, ADDED);
const definitionOf = (path: string) => all.find((one) => one.path === path)?.json as unknown as FormDefinition;

describe('a shipped form as a workbook', () => {
  it.each(all.map(({ path, text, json }) => ({ path, text, json })))('$path', ({ text, json }) => {
    const definition = json as unknown as FormDefinition;
    const sheets = exported(definition);
    const back = importWorkbook(sheets, { name: 'other', programme: definition.programme, added: ADDED });
    expect(formatDefinition(back?.definition, meta)).toBe(text);
    expect(back?.notes).toEqual([]);
    expect(back?.account).toMatchObject({ cells_carried: back?.account.cells_seen, not_carried: [] });
    const cells = sheets.flatMap(({ lines }) => lines.flat());
    expect(Math.max(...cells.map((cell) => (typeof cell === 'string' ? cell.length : 0)))).toBeLessThan(LONGEST_CELL);
  });
});

describe('a workbook that somebody changed', () => {
  const definition = definitionOf('forms/examples/example-household.form.json');

  /** Writes the cells of the row of a question by the heads of their columns. */
  function changed(sheets: readonly Sheet[], name: string, cells: Record<string, string | null>): Sheet[] {
    return sheets.map((sheet) => {
      if (sheet.title !== 'survey') return sheet;
      const [head = [], ...rows] = sheet.lines;
      const at = (title: string) => head.indexOf(title);
      for (const title of Object.keys(cells)) expect(head).toContain(title);
      const lines = rows.map((row) =>
        row[at('name')] !== name
          ? row
          : row.map((cell, n): RawCell => {
              const said = getOwn(cells as Record<string, RawCell>, String(head[n]));
              return said === undefined ? cell : said;
            }),
      );
      return { ...sheet, lines: [head, ...lines] };
    });
  }
  const back = (sheets: readonly Sheet[]) =>
    importWorkbook(sheets, { name: 'other', programme: definition.programme, added: ADDED })
      ?.definition as unknown as FormDefinition;
  const sheets = exported(definition);
  const head = sheets[0]?.lines[0]?.map(String) ?? [];
  const english = head.find((one) => one.startsWith('label::English')) as string;
  const name = Object.keys(definition.fields)[0] as string;

  it('changes what it says there and nothing else', () => {
    const words = 'How is the head of this household called?';
    const found = back(changed(sheets, name, { [english]: words }));
    const field = definition.fields[name];
    expect(found).toEqual({
      ...definition,
      fields: { ...definition.fields, [name]: { ...field, label: { ...field?.label, en: words } } },
    });
  });

  it('loses a question whose row is gone, and gains one with an id of its own', () => {
    const [survey, ...others] = sheets as [Sheet, ...Sheet[]];
    const column = survey.lines[0]?.indexOf('name') ?? 0;
    const without = { ...survey, lines: survey.lines.filter((line) => line[column] !== name) };
    const found = back([without, ...others]);
    expect(found.fields).not.toHaveProperty(name);
    expect(JSON.stringify(found.sections)).not.toContain(`"${name}"`);
    const row = (survey.lines.find((line) => line[column] === name) as RawCell[]).map((cell, at) =>
      at === column ? 'another_name' : cell,
    );
    const at = survey.lines.findIndex((line) => line[column] === name);
    const more = back([{ ...survey, lines: survey.lines.toSpliced(at, 0, row) }, ...others]);
    const ids = Object.values(more.fields).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(more.fields)).toEqual([...Object.keys(definition.fields), 'another_name']);
    for (const [key, field] of Object.entries(definition.fields)) expect(more.fields[key]).toEqual(field);
  });

  it('is read by its sheets alone where its own columns hold no form', () => {
    const torn = sheets.map((sheet) => {
      if (sheet.title !== 'settings') return sheet;
      const [first = [], row = []] = sheet.lines;
      const at = first.indexOf('amanat::definition');
      return { ...sheet, lines: [first, row.map((cell, n) => (n === at ? '[{"form":"x","fields":[1]}]' : cell))] };
    });
    const found = importWorkbook(torn, { name: 'other', programme: 'schools', added: ADDED });
    expect(Object.keys(found?.definition.fields ?? {}).length).toBeGreaterThan(3);
    expect(found?.notes.map(({ code }) => code)).toContain('cell_unread');
  });
});

it('says what other programs do not read', () => {
  const { definition } = imported({
    survey: 'type|name|label|relevant\ninteger|size|Size?|\ntext|why|Why?|${size} > 3',
  });
  expect(
    exportLossesOf(definition as unknown as FormDefinition, listOf, ADDED).filter(({ name }) => name !== ''),
  ).toEqual([]);
  const own = {
    ...definition,
    fields: { ...definition.fields, size: { ...definition.fields.size, type: 'money', restricted: true } },
  } as unknown as FormDefinition;
  expect(exportLossesOf(own, listOf, ADDED)).toContainEqual(
    expect.objectContaining({ name: 'size', own: 'money', written: 'decimal', kinds: ['type', 'restricted'] }),
  );
});
