/**
 * A workbook of one sheet, written row by row into the answer: a list of any length costs no more memory than a page of
 * it. Texts stand in their cells, so no table of shared texts has to be known beforehand.
 */
import { Readable } from 'node:stream';
import { direction, type Language } from '../../../core/text/languages.ts';
import type { Cell } from './download.ts';
import { zip } from './zip.ts';

/** Rows a sheet has, by its format. */
export const MOST_ROWS = 1_048_576;

interface Workbook {
  sheet: string;
  language: Language;
  head: Cell[];
  rows: AsyncIterable<Cell[]>;
}

export function workbookStream(workbook: Workbook): Readable {
  return Readable.from(zip(partsOf(workbook)), { objectMode: false });
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function partsOf({ sheet, language, head, rows }: Workbook) {
  const fixed: [string, string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    ],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName(sheet))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF2"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf><xf applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf></cellXfs></styleSheet>`,
    ],
  ];
  return [
    ...fixed.map(([name, xml]) => ({ name, content: [XML + xml] })),
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(head, rows, direction(language) === 'rtl') },
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
const LONG_TEXT = 40;

async function* sheetXml(head: Cell[], rows: AsyncIterable<Cell[]>, rightToLeft: boolean): AsyncGenerator<string> {
  const side = rightToLeft ? ' rightToLeft="1"' : '';
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${side} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${Math.max(1, head.length)}" width="18" customWidth="1"/></cols><sheetData>`;
  yield rowXml(1, head, () => HEADING);
  let number = 1;
  for await (const row of rows) {
    number++;
    yield rowXml(number, row, (cell) => (typeof cell === 'string' && cell.length > LONG_TEXT ? WRAPPED : PLAIN));
  }
  yield '</sheetData></worksheet>';
}

function rowXml(number: number, cells: Cell[], style: (cell: Cell) => number): string {
  const xml = cells.map((cell, n) => {
    const place = ` r="${columnName(n)}${number}" s="${style(cell)}"`;
    if (cell === '') return '';
    if (typeof cell === 'number' && Number.isFinite(cell)) return `<c${place}><v>${cell}</v></c>`;
    return `<c${place} t="inlineStr"><is><t xml:space="preserve">${escaped(String(cell))}</t></is></c>`;
  });
  return `<row r="${number}">${xml.join('')}</row>`;
}

/** A, B … Z, AA, AB … */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

function sheetName(title: string): string {
  return title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Sheet1';
}

/** Cells hold at most 32,767 characters; XML has no place for control characters and halves of characters. */
function escaped(text: string): string {
  return (
    text
      .slice(0, 32_000)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
