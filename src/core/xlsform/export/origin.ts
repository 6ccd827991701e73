/**
 * The workbook that a form came from. It stays with the definition, so that cells which a form cannot say, unknown columns and the
 * author's own way of writing go out again as they came in. Where the form was changed since, its rows are written anew.
 */
import { languagesOf } from '../../definitions/texts.ts';
import type { FormDefinition } from '../../definitions/types.ts';
import { equalJson } from '../../json.ts';
import { cellText, type RawCell } from '../../spreadsheet/readCell.ts';
import { headerKey, parseHeader } from '../headers.ts';
import { type ImportOptions, importPlain } from '../import.ts';
import { mendName } from '../mend.ts';
import { toStoredName } from '../names.ts';
import { headingLineOf, sheetNamed } from '../read.ts';
import type { Sheet, SheetName } from '../types.ts';
import { type ListOf, type WrittenRow, type WrittenRows, writtenRows } from './rows.ts';

export interface Origin {
  sheets: { title: string; lines: (string | null)[][] }[];
}

/** Characters of a workbook that stay with its form. */
const LARGEST = 1_000_000;

/** Returns undefined for a workbook that is too long to be stored beside its form. */
export function originOf(sheets: readonly Sheet[]): Origin | undefined {
  const texts = sheets.map(({ title, lines }) => {
    const written = lines.map((line) => line.map((cell) => (cell === null ? null : cellText(cell))));
    return { title, lines: written.slice(0, written.findLastIndex((line) => line.some(Boolean)) + 1) };
  });
  return JSON.stringify(texts).length > LARGEST ? undefined : { sheets: texts };
}

/** Returns the sheets of the workbook that the form came from, with what was changed in the form; undefined if it came from none. */
export function originSheets(
  definition: FormDefinition,
  now: WrittenRows,
  listOf: ListOf,
  added: ImportOptions['added'],
): Sheet[] | undefined {
  const { form, programme, origin } = definition;
  const sheets = (origin as { xlsform?: Origin } | undefined)?.xlsform?.sheets;
  const read = sheets && importPlain(sheets, { name: form, programme, added });
  if (!sheets || !read) return undefined;
  const first = read.definition as unknown as FormDefinition;
  const before = writtenRows(first, listOf);
  const [source = 'en'] = languagesOf(first);
  return sheets.map((sheet) => {
    const name = sheetNamed(sheet.title);
    const [was, is] = name ? [rowsOf(before, name), rowsOf(now, name)] : [[], []];
    return name === undefined || equalRows(was, is) ? sheet : rewritten(sheet, name, was, is, source);
  });
}

function rowsOf({ survey, choices, settings }: WrittenRows, name: SheetName): WrittenRow[] {
  return name === 'survey' ? survey : name === 'choices' ? choices : name === 'settings' ? [settings] : [];
}

const cellsOf = (row: WrittenRow | undefined): [string, string][] =>
  [...(row ?? [])].filter(([head]) => head !== 'version');

const equalRows = (some: readonly WrittenRow[], others: readonly WrittenRow[]): boolean =>
  equalJson(some.map(cellsOf), others.map(cellsOf));

/** What a row is about: a question in its repeats, where a group begins or ends, an option. */
function named(rows: readonly ReadonlyMap<string, string>[], name: SheetName): string[] {
  const open: string[] = [];
  return rows.map((row) => {
    const [type = '', own = ''] = [
      row
        .get('type')
        ?.toLowerCase()
        .replace(/^(begin|end) /, '$1_'),
      row.get('name'),
    ];
    if (name === 'choices') return `${row.get('list_name')}\0${own}`;
    if (name === 'settings') return '';
    if (/^end_(group|repeat)$/.test(type)) return `end ${open.pop()}`;
    const stored = toStoredName(mendName(own).text);
    const about = `${open.filter((one) => one.startsWith('row ')).join(' ')} ${stored}`;
    if (type === 'begin_group') open.push(`group ${stored.toLowerCase()}`);
    else if (type === 'begin_repeat') open.push(`row ${stored}`);
    else return about;
    return `begin ${open.at(-1)}`;
  });
}

type Line = readonly RawCell[];

function rewritten(sheet: Sheet, name: SheetName, was: WrittenRow[], is: WrittenRow[], source: string): Sheet {
  const at = headingLineOf(sheet.lines);
  const heads = (sheet.lines[at - 1] ?? []).map((cell) => (cell === null ? '' : cellText(cell)));
  const key = (head: string) => {
    const found = headerKey(parseHeader(head));
    return /^(label|hint|constraint_message|required_message)$/.test(found) ? `${found}::${source}` : found;
  };
  const columns = new Map(heads.map((head, column) => [key(head), column]));
  const columnFor = (head: string): number => {
    const found = columns.get(key(head)) ?? heads.push(head) - 1;
    columns.set(key(head), found);
    return found;
  };
  const lines = sheet.lines.slice(at);
  const cells = lines.map((line) => {
    const texts = heads.map((head, column): [string, string] => [key(head), cellText(line[column] ?? '').trim()]);
    return new Map(texts.filter(([, text]) => text !== ''));
  });
  const [first, before, now] = [named(cells, name), named(was, name), named(is, name)];
  const rowNow = new Map(now.map((about, n) => [about, is[n]]));
  const rowBefore = new Map(before.map((about, n) => [about, was[n]]));
  const found = lines.flatMap((line, n): { about: string; line: Line }[] => {
    const about = first[n] as string;
    const [from, to] = [rowBefore.get(about), rowNow.get(about)];
    if (from && !to) return [];
    return [{ about, line: from && to ? changedCells(line, from, to, columnFor) : line }];
  });
  now.forEach((about, n) => {
    if (rowBefore.has(about)) return;
    const earlier = now.slice(0, n).findLast((one) => found.some((row) => row.about === one));
    const place = earlier === undefined ? 0 : found.findLastIndex((row) => row.about === earlier) + 1;
    found.splice(place, 0, { about, line: changedCells([], new Map(), is[n] as WrittenRow, columnFor) });
  });
  return {
    ...sheet,
    lines: [...sheet.lines.slice(0, at - 1), heads.map((head) => head || null), ...found.map(({ line }) => line)],
  };
}

/** Writes the cells that the form says otherwise than the workbook did. */
function changedCells(line: Line, was: WrittenRow, is: WrittenRow, columnFor: (head: string) => number): Line {
  const cells = [...line];
  for (const head of new Set([...was.keys(), ...is.keys()])) {
    if (was.get(head) === is.get(head) || head === 'version') continue;
    const column = columnFor(head);
    while (cells.length < column) cells.push(null);
    cells[column] = is.get(head) ?? null;
  }
  return cells;
}
