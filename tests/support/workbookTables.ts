/**
 * Reads workbooks of XLSForm that are written as tables with what becomes of them (tests/scenarios/workbooks), and writes what an
 * import makes in the same way:
 *
 *     ## what the workbook shows
 *     survey | type | name | label | relevant       a sheet and its heads
 *      | integer | size | Size? |                   its rows; ¦ is a | in a cell, {"number":"5"} a number
 *     form: visit "visit" en                        name, title and languages of the form
 *     sections: questions(size why)                 sections and groups with their questions
 *     size = integer | label: Size?                 fields by their path, with all of their keys
 *     list kind: well(area=3) pump                  options with what else they have
 *     rule size: size > 0 | message: …              constraints
 *     schema e: x                                   what an answer begins with in the data contract
 *     + survey!B3 renamed                           what came over in another form, by its cell or row
 *     - survey!2 phone_refused                      what did not
 *     lost survey!A2 B2 phone_refused               cells that are not in the form
 *     issue /fields/a condition_never               what the check of definitions says
 */
import { readFileSync } from 'node:fs';
import type { Issue } from '../../src/core/check/issues/issue.ts';
import type { Field, FormDefinition, Group } from '../../src/core/definitions/types.ts';
import { isObject } from '../../src/core/json.ts';
import { cellText, type RawCell } from '../../src/core/spreadsheet/readCell.ts';
import { constructOf } from '../../src/core/xlsform/constructs.ts';
import { OWN_COLUMN_PREFIX } from '../../src/core/xlsform/own.ts';
import { headingLineOf } from '../../src/core/xlsform/read.ts';
import { type ImportedForm, type Sheet, spreadsheetAddress } from '../../src/core/xlsform/types.ts';

export interface WorkbookCase {
  what: string;
  sheets: Sheet[];
  expected: string[];
}

/** Returns the workbooks of a file. */
export function workbookCases(file: URL): WorkbookCase[] {
  const [, ...parts] = readFileSync(file, 'utf8').split(/^## /m);
  return parts.map((part) => {
    const [what = '', ...lines] = part.split('\n').filter((line) => line.trim() !== '');
    const isCells = (line: string) => /^[^=:|]*\|/.test(line);
    return { what, sheets: sheetsOf(lines.filter(isCells)), expected: lines.filter((line) => !isCells(line)) };
  });
}

function sheetsOf(lines: readonly string[]): Sheet[] {
  const sheets: { title: string; lines: RawCell[][] }[] = [];
  for (const line of lines) {
    const [title = '', ...cells] = line.split('|').map((cell) => cell.trim());
    if (title !== '') sheets.push({ title, lines: [] });
    sheets.at(-1)?.lines.push(cells.map(cellOf));
  }
  return sheets;
}

function cellOf(text: string): RawCell {
  if (text === '') return null;
  if (!text.startsWith('{"')) return text.replaceAll('¦', '|');
  const { truth, ...other } = JSON.parse(text);
  return truth ?? other;
}

/** Writes what an import makes, a line each. */
export function written({ definition, schema, notes, account }: ImportedForm, issues: readonly Issue[]): string[] {
  const { form, title, languages = ['en', 'fa', 'ps'], sections, fields, lists, constraints } = definition;
  return [
    `form: ${form} "${Object.values(title).join('", "')}" ${languages.join(' ')}`,
    `sections: ${sections.map(({ id, fields: inside }) => `${id}(${inside.map(entryText).join(' ')})`).join(' ')}`,
    ...fieldLines(fields, ''),
    ...Object.entries(lists ?? {}).map(
      ([name, options]) => `list ${name}: ${(options as object[]).map(optionText).join(' ')}`,
    ),
    ...(constraints ?? []).map(({ at, expr, message }) => `rule ${at}: ${expr}${keysText({ message })}`),
    ...Object.entries(schema.properties ?? {}).map(
      ([name, of]) => `schema ${name}: ${(of as { default: string }).default}`,
    ),
    ...notes.map((note) => `${note.kind === 'changed' ? '+' : '-'} ${spreadsheetAddress(note)} ${note.code}`),
    ...lostLines(account),
    ...issues.map(({ pointer, code }) => `issue ${pointer} ${code}`),
  ];
}

const entryText = (entry: string | Group): string =>
  typeof entry === 'string' ? entry : `${entry.group}(${entry.fields.join(' ')})`;

function fieldLines(fields: FormDefinition['fields'], around: string): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { id: _, type, columns, limits, ...keys } = field as Field & { limits?: object };
    const free = type === 'table' ? { maxItems: 1000 } : constructOf(field)?.free;
    const own = JSON.stringify(limits) === JSON.stringify(free) ? {} : { limits };
    const line = `${around}${name} = ${type}${keysText({ ...keys, ...own })}`;
    return [line, ...fieldLines(columns ?? {}, `${around}${name}.`)];
  });
}

/** Writes keys; one that has a value in one language alone has it without the language. */
function keysText(keys: object): string {
  return Object.entries(keys)
    .flatMap(([key, value]) => flat(key, value))
    .map(
      ([key, value]) =>
        ` | ${key}: ${typeof value === 'string' ? value.replaceAll('\n', ' ¶ ') : JSON.stringify(value)}`,
    )
    .join('');
}

function flat(key: string, value: unknown): [string, unknown][] {
  if (value === undefined) return [];
  if (!isObject(value)) return [[key, value]];
  const inside = Object.entries(value);
  const [only] = inside;
  if (inside.length === 1 && only && /^[a-z]{2}$/.test(only[0])) return [[key, only[1]]];
  return inside.flatMap(([name, one]) => flat(`${key}.${name}`, one));
}

function optionText(option: object): string {
  const { value, label, ...further } = option as { value: string; label: Record<string, string> };
  const words = Object.values(label).filter((text) => text !== value);
  const keys = [...words, ...Object.entries(further).map(([key, text]) => `${key}=${text}`)];
  return keys.length > 0 ? `${value}(${keys.join(', ')})` : value;
}

function lostLines({ not_carried: lost }: ImportedForm['account']): string[] {
  const rows = new Map<string, string[]>();
  for (const { sheet, row, column, code } of lost) {
    const key = `${code} ${sheet}!${row}`;
    rows.set(key, [...(rows.get(key) ?? []), rows.has(key) ? `${column}${row}` : `${sheet}!${column}${row}`]);
  }
  return [...rows].map(([key, cells]) => `lost ${cells.join(' ')} ${key.split(' ')[0]}`);
}

/** Filled cells by their address, without the product's own columns. */
export function cellsOf(sheets: readonly Sheet[]): Record<string, unknown> {
  return Object.fromEntries(
    sheets.flatMap(({ title, lines }) => {
      const head = lines[headingLineOf(lines) - 1];
      return lines.flatMap((line, row) =>
        line.flatMap((cell, column): [string, unknown][] =>
          cell === null || String(head?.[column]).startsWith(OWN_COLUMN_PREFIX)
            ? []
            : [[`${title} ${row} ${column}`, cellText(cell)]],
        ),
      );
    }),
  );
}
