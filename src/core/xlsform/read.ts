/** Reads the sheets of a workbook as rows whose cells are found by what their column means. */
import { columnName } from '../spreadsheet/columnName.ts';
import { cellText, FORMULA_ERROR, type RawCell } from '../spreadsheet/readCell.ts';
import { CHOICE_COLUMNS, type ColumnUse, SETTINGS_COLUMNS, SURVEY_COLUMNS } from './columns.ts';
import { headerKey, parseHeader } from './headers.ts';
import type { Ledger } from './ledger.ts';
import { OWN_COLUMN_PREFIX, OWN_SHEET } from './own.ts';
import {
  cellKey,
  SHEETS,
  type Sheet,
  type SheetName,
  type Workbook,
  type WorkbookCell,
  type WorkbookRow,
} from './types.ts';
import { isTextColumnKey, withLanguages } from './wordLanguages.ts';

const COLUMNS: Readonly<Record<SheetName, ReadonlyMap<string, ColumnUse>>> = {
  survey: SURVEY_COLUMNS,
  choices: CHOICE_COLUMNS,
  settings: SETTINGS_COLUMNS,
  external_choices: CHOICE_COLUMNS,
};
/** Sheets whose further columns are attributes of options. */
const WITH_ATTRIBUTES: ReadonlySet<SheetName> = new Set(['choices', 'external_choices']);

interface Head {
  /** Key by number of the column. */
  keys: Map<number, string>;
  headers: Map<number, string>;
  /** Number of the line, from 1. */
  line: number;
}

/** Returns undefined if there is no sheet of questions. */
export function readWorkbook(given: readonly Sheet[], ledger: Ledger): Workbook | undefined {
  const sheets = apart(given).filter(({ title }) => title.toLowerCase() !== OWN_SHEET);
  const named = new Map<SheetName, Sheet>();
  for (const sheet of sheets) {
    const name = sheetNamed(sheet.title);
    if (name && !named.has(name)) named.set(name, sheet);
  }
  const survey = named.get('survey');
  if (!survey) return undefined;
  const rows = (name: SheetName): WorkbookRow[] => {
    const sheet = named.get(name);
    return sheet ? rowsOf(sheet, name, ledger) : [];
  };
  const found = { survey: rows('survey'), choices: rows('choices'), external: rows('external_choices') };
  const settings = rows('settings');
  const files = new Map<string, WorkbookRow[]>();
  for (const sheet of sheets) {
    if ([...named.values()].includes(sheet)) continue;
    const head = headingLineOf(sheet.lines);
    ledger.see(sheet, head);
    files.set(baseFileName(sheet.title), plainRows(sheet, head));
  }
  for (const extra of settings.slice(1))
    for (const cell of extra.cells.values())
      ledger.lose(cell, 'cell_unread', { column: cell.header, sheet: cell.sheet });
  const [first] = settings;
  return { ...found, settings: first, files, ...withLanguages(found, first, ledger) };
}

/** True if one of the sheets is that of questions. */
export function hasSurvey(sheets: readonly Sheet[]): boolean {
  return apart(sheets).some(({ title }) => sheetNamed(title) === 'survey');
}

/** Name of a file without its folder and ending, in lower case. */
export function baseFileName(title: string): string {
  return title
    .trim()
    .replace(/^.*\//, '')
    .replace(/\.(csv|xml|geojson)$/i, '')
    .toLowerCase();
}

export function sheetNamed(title: string): SheetName | undefined {
  const plain = title
    .trim()
    .toLowerCase()
    .replace(/\.csv$/, '')
    .replace(/[\s-]+/g, '_');
  return SHEETS.find((one) => one === plain);
}

const NOTHING: readonly RawCell[] = [];

/** A CSV file may be the sheet of questions, or have all sheets below each other, each with its name in the first column. */
function apart(sheets: readonly Sheet[]): readonly Sheet[] {
  const [only] = sheets;
  if (sheets.some(({ title }) => sheetNamed(title) === 'survey') || !only) return sheets;
  // Where each sheet begins. What stands in the first column further down is a cell like others.
  const starts = new Map<SheetName, number>();
  for (const [at, [first]] of only.lines.entries()) {
    const name = typeof first === 'string' ? sheetNamed(first) : undefined;
    if (name && !starts.has(name)) starts.set(name, at);
  }
  if (starts.size > 0) {
    const order = [...starts];
    return order.map(([title, start], index) => {
      const end = order[index + 1]?.[1] ?? only.lines.length;
      const lines = only.lines.map((line, at): readonly RawCell[] => {
        if (at < start || at >= end) return NOTHING;
        return at === start ? [null, ...line.slice(1)] : line;
      });
      return { title, lines };
    });
  }
  const isSurvey = (only.lines[headingLineOf(only.lines) - 1] ?? []).some(
    (cell) => textOf(cell).toLowerCase() === 'type',
  );
  return isSurvey ? [{ ...only, title: 'survey' }, ...sheets.slice(1)] : sheets;
}

/** Lines in which a title may stand above the heads. */
const MOST_TITLES = 6;

/**
 * Returns the number of the line of heads, from 1; 0 if there is none. It is the first filled one, or, where that names no column at
 * all, the first soon below it that names several: people write a title above.
 */
export function headingLineOf(lines: Sheet['lines']): number {
  const first = lines.findIndex((line) => line.some((cell) => textOf(cell) !== ''));
  if (first < 0 || columnsNamed(lines[first]) > 0) return first + 1;
  const below = lines.slice(first + 1, first + 1 + MOST_TITLES).findIndex((line) => columnsNamed(line) > 1);
  return below < 0 ? first + 1 : first + below + 2;
}

/** Returns how many cells of a line name a column of XLSForm. */
function columnsNamed(line: Sheet['lines'][number] = []): number {
  return line.filter((cell) => {
    const { key } = parseHeader(textOf(cell));
    return key.startsWith(OWN_COLUMN_PREFIX) || Object.values(COLUMNS).some((columns) => columns.has(key));
  }).length;
}

function textOf(cell: RawCell | undefined): string {
  return cell === null || cell === undefined ? '' : cellText(cell).trim();
}

function rowsOf(sheet: Sheet, name: SheetName, ledger: Ledger): WorkbookRow[] {
  const line = headingLineOf(sheet.lines);
  ledger.see(sheet, line);
  const head = readHead(sheet, name, line, ledger);
  return sheet.lines.flatMap((cells, at): WorkbookRow[] => {
    if (at < line) return [];
    const found = new Map<string, WorkbookCell>();
    for (const [column, raw] of cells.entries()) {
      const text = textOf(raw);
      if (text === '') continue;
      const cell = cellAt(sheet, at + 1, column, head.headers.get(column) ?? '', text);
      const key = head.keys.get(column);
      if (FORMULA_ERROR.test(text)) ledger.lose(cell, 'cell_failed', { text });
      else if (key === undefined || found.has(key)) {
        const what = head.headers.get(column);
        const code = what === undefined ? 'cell_unread' : 'column_twice';
        ledger.loseOnce(cell, code, { column: what ?? cell.column, sheet: sheet.title });
      } else {
        found.set(key, cell);
        loseColumn(cell, key, name, ledger);
      }
    }
    return found.size === 0 ? [] : [{ sheet: sheet.title, row: at + 1, cells: found }];
  });
}

function cellAt({ title }: Sheet, row: number, column: number, header: string, text: string): WorkbookCell {
  const place = { sheet: title, row, column: columnName(column) };
  return { ...place, key: cellKey(place), header, text };
}

function readHead(sheet: Sheet, name: SheetName, line: number, ledger: Ledger): Head {
  const head: Head = { keys: new Map(), headers: new Map(), line };
  const taken = new Set<string>();
  for (const [column, raw] of (sheet.lines[line - 1] ?? []).entries()) {
    const header = textOf(raw);
    if (header === '') continue;
    head.headers.set(column, header);
    const read = parseHeader(header);
    // In the list of options `name` and `value` are the code, in settings `name` is something else.
    const isOwn = header.toLowerCase().startsWith(OWN_COLUMN_PREFIX);
    const key = isOwn
      ? header.toLowerCase()
      : name === 'survey' && header.toLowerCase() === 'value'
        ? 'value'
        : headerKey(read);
    if (taken.has(key)) {
      ledger.note({ sheet: sheet.title, row: line, column: columnName(column) }, 'lost', 'column_twice', {
        column: header,
        sheet: sheet.title,
      });
      // Words that only the second column has are read from there.
      if (!isTextColumnKey(key)) continue;
    }
    taken.add(key);
    head.keys.set(column, key);
  }
  return head;
}

/** Loses the cells of columns that nothing reads. */
function loseColumn(cell: WorkbookCell, key: string, name: SheetName, ledger: Ledger): void {
  if (key.startsWith(OWN_COLUMN_PREFIX)) return;
  const [base = '', more] = key.split('::');
  const use =
    COLUMNS[name].get(base === 'media' && more !== undefined ? `media::${more}` : base) ?? COLUMNS[name].get(key);
  if (use === 'read') return;
  if (use) ledger.loseOnce(cell, use.loss, { column: cell.header, sheet: cell.sheet });
  else if (!WITH_ATTRIBUTES.has(name))
    ledger.loseOnce(cell, 'column_unknown', { column: cell.header, sheet: cell.sheet });
}

/** Rows of a sheet that is no part of a questionnaire, by its heads as they are. */
function plainRows(sheet: Sheet, line: number): WorkbookRow[] {
  const headers = (sheet.lines[line - 1] ?? []).map(textOf);
  return sheet.lines.flatMap((cells, at): WorkbookRow[] => {
    if (at < line) return [];
    const found = new Map<string, WorkbookCell>();
    for (const [column, raw] of cells.entries()) {
      const text = textOf(raw);
      const header = headers[column] ?? '';
      if (text !== '') found.set(plainKey(header, column), cellAt(sheet, at + 1, column, header, text));
    }
    return found.size === 0 ? [] : [{ sheet: sheet.title, row: at + 1, cells: found }];
  });
}

/** Columns of a file keep their names, but for labels in a language. */
function plainKey(header: string, column: number): string {
  if (header === '') return `\0${column}`;
  return /^label\s*:/i.test(header) ? headerKey(parseHeader(header)) : header.toLowerCase();
}
