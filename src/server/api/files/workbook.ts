/**
 * Writes a workbook as a stream, row by row, so a long list needs no more memory than a short one. Texts are
 * inline in their cells, because a table of shared texts would have to be complete before the first row.
 */

import type { Readable } from 'node:stream';
import { columnName } from '../../../core/spreadsheet/columnName.ts';
import { dayNumberOfIso } from '../../../core/text/calendar.ts';
import { type Language, textDirection } from '../../../core/text/languages.ts';
import { cleanText, foldText, truncate, wellFormed } from '../../../core/text/letters.ts';
import { archiveStream } from './archive.ts';

export const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The most rows of a sheet in this format. */
export const MOST_SHEET_ROWS = 1_048_576;

export type WorksheetCell = string | number;

/** One sheet of a workbook, or one file of an archive. */
export interface Worksheet {
  title: string;
  head: WorksheetCell[];
  rows: Iterable<WorksheetCell[]> | AsyncIterable<WorksheetCell[]>;
  /** Widths of the columns in characters. Other columns have 18. */
  widths?: readonly number[];
  /** Direction of this sheet where it is not that of the workbook's language. */
  direction?: 'ltr' | 'rtl';
  /** Numbers of columns that people do not see at first. */
  hidden?: readonly number[];
  /** Numbers of columns whose cells are texts whatever is typed there: no number, day or formula. */
  texts?: readonly number[];
  /** Numbers of columns whose ISO days are written as days, which programs sort and group. */
  days?: readonly number[];
  /** Line of the head under which the program offers to filter. */
  filterAt?: number;
  /** Words among which people choose in a column, by its number. */
  choices?: ReadonlyMap<number, readonly string[]>;
}

export interface Workbook {
  language: Language;
  sheets: readonly Worksheet[];
}

export function workbookStream(workbook: Workbook): Readable {
  const sheets = workbook.sheets.map(
    (sheet, n) => [`xl/worksheets/sheet${n + 1}.xml`, sheetXml(sheet, workbook.language)] as const,
  );
  return archiveStream([...fixedParts(workbook).map(([name, xml]) => [name, [XML + xml]] as const), ...sheets]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function fixedParts({ sheets }: Workbook): [name: string, xml: string][] {
  const titles = uniqueSheetNames(sheets.map(({ title }) => title));
  const numbers = titles.map((_title, n) => n + 1);
  const overrides = numbers.map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  const listed = titles.map(
    (title, n) => `<sheet name="${escapeCellText(title)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`,
  );
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${overrides.join('')}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    ],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...numbers.map((n): [string, string] => ['worksheet', `worksheets/sheet${n}.xml`]),
        ['styles', 'styles.xml'],
      ]),
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF2"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf><xf applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf><xf numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
  ];
}

function relations(targets: [type: string, target: string][]): string {
  const rows = targets.map(
    ([type, target], n) => `<Relationship Id="rId${n + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`;
}

const PLAIN = 0;
const HEADING = 1;
const WRAPPED = 2;
const AS_TEXT = 3;
const DAY = 4;
const LONG_TEXT = 40;
const WIDTH = 18;

async function* sheetXml(sheet: Worksheet, language: Language): AsyncGenerator<string> {
  const { head, rows, widths = [], hidden = [], texts = [], days = [], choices, filterAt } = sheet;
  const side = (sheet.direction ?? textDirection(language)) === 'rtl' ? ' rightToLeft="1"' : '';
  const columns = head.map((_cell, n) => {
    const place = `min="${n + 1}" max="${n + 1}" width="${widths[n] ?? WIDTH}" customWidth="1"`;
    // Also for cells that are empty and written later.
    return `<col ${place}${texts.includes(n) ? ` style="${AS_TEXT}"` : ''}${hidden.includes(n) ? ' hidden="1"' : ''}/>`;
  });
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${side} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
  yield rowXml(1, head, () => HEADING);
  let number = 1;
  for await (const row of rows) {
    number++;
    const cells = row.map((cell, n) => (days.includes(n) ? (serialOf(cell) ?? cell) : cell));
    yield rowXml(number, cells, (cell, n) =>
      days.includes(n) && typeof cell === 'number'
        ? DAY
        : texts.includes(n)
          ? AS_TEXT
          : typeof cell === 'string' && cell.length > LONG_TEXT
            ? WRAPPED
            : PLAIN,
    );
  }
  const filter =
    filterAt && number > filterAt ? `<autoFilter ref="A${filterAt}:${columnName(head.length - 1)}${number}"/>` : '';
  yield `</sheetData>${filter}${choicesXml(choices, number)}</worksheet>`;
}

/** Day 1 of workbooks is 1900-01-01, and they count a day that February 1900 did not have. */
const BEFORE_1970 = 25_569;
const FIRST_SERIAL = 61;

/** Returns the number by which workbooks store an ISO day. */
function serialOf(cell: WorksheetCell): number | undefined {
  const number = typeof cell === 'string' ? dayNumberOfIso(cell) : null;
  const serial = number === null ? 0 : number + BEFORE_1970;
  return serial >= FIRST_SERIAL ? serial : undefined;
}

/** Another word is possible after a warning. */
function choicesXml(choices: Worksheet['choices'], rows: number): string {
  if (!choices || choices.size === 0 || rows < 2) return '';
  const rules = [...choices].map(([n, words]) => {
    const cells = `${columnName(n)}2:${columnName(n)}${rows}`;
    return `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" sqref="${cells}"><formula1>${escapeCellText(`"${words.join(',')}"`)}</formula1></dataValidation>`;
  });
  return `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`;
}

function rowXml(
  number: number,
  cells: WorksheetCell[],
  style: (cell: WorksheetCell, column: number) => number,
): string {
  const xml = cells.map((cell, n) => {
    const place = ` r="${columnName(n)}${number}" s="${style(cell, n)}"`;
    if (cell === '') return '';
    if (typeof cell === 'number' && Number.isFinite(cell)) return `<c${place}><v>${cell}</v></c>`;
    return `<c${place} t="inlineStr"><is><t xml:space="preserve">${escapeCellText(uncoded(String(cell)))}</t></is></c>`;
  });
  return `<row r="${number}">${xml.join('')}</row>`;
}

/** Characters of the name of a sheet. */
const LONGEST_NAME = 31;

/** Returns a title as Excel takes it for the name of a sheet: short, without some characters, and not the one that it reserves. */
function sheetName(title: string): string {
  const plain = wellFormed(title).replace(/[\p{Cc}\\/?*[\]:\ufffe\uffff]/gu, ' ');
  const name = shortened(cleanText(plain).replace(/^[\s']+/, ''), LONGEST_NAME);
  return /^history$/i.test(name) ? `${name} 1` : name || 'Sheet';
}

/** Returns the beginning of a name, without the spaces and quotes at which it would end. */
function shortened(name: string, most: number): string {
  return truncate(name, most).replace(/[\s']+$/, '');
}

/** Returns the names of sheets, each only once, however it is capitalised. */
export function uniqueSheetNames(titles: readonly string[]): string[] {
  const names: string[] = [];
  const isTaken = (name: string) => names.some((one) => foldText(one) === foldText(name));
  for (const title of titles) {
    const plain = sheetName(title);
    let name = plain;
    for (let number = 2; isTaken(name); number += 1) {
      const suffix = ` ${number}`;
      name = `${shortened(plain, LONGEST_NAME - suffix.length)}${suffix}`;
    }
    names.push(name);
  }
  return names;
}

/** Excel reads `_x0041_` as a character by its number, so that a text which has it is written with its underscore as one. */
function uncoded(text: string): string {
  return text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

/** Cells hold at most 32,767 characters. XML allows no control characters and no lone surrogates. */
export function escapeCellText(text: string): string {
  return (
    wellFormed(truncate(text, 32_000))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
