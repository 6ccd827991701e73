/** Workbooks that no program would write, made part by part. */
import { zipSync } from 'fflate';

const text = (words: string) => new TextEncoder().encode(words);
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Makes a row with these cells, starting at column A. */
export function line(row: number, cells: readonly string[]): string {
  const written = cells.map(
    (cell, at) => `<c r="${String.fromCharCode(65 + at)}${row}" t="inlineStr"><is><t>${cell}</t></is></c>`,
  );
  return `<row r="${row}">${written.join('')}</row>`;
}

/** Makes a sheet's part around its rows. `before` comes before the rows, `head` before the whole sheet. */
export function sheet(rows: string, { before = '', head = '' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${head}<worksheet xmlns="${MAIN}">${before}<sheetData>${rows}</sheetData></worksheet>`;
}

/** Returns the parts of a workbook with these sheets. `strings` is the part of shared strings. */
export function parts(sheets: readonly string[], strings?: string): Record<string, Uint8Array> {
  const ids = sheets.map((_, at) => at + 1);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  return {
    'xl/workbook.xml': text(
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${ids.map((id) => `<sheet name="S${id}" sheetId="${id}" r:id="r${id}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': text(
      `<Relationships>${ids.map((id) => relation(`r${id}`, 'worksheet', `worksheets/sheet${id}.xml`)).join('')}${strings ? relation('s', 'sharedStrings', 'sharedStrings.xml') : ''}</Relationships>`,
    ),
    ...Object.fromEntries(sheets.map((content, at) => [`xl/worksheets/sheet${at + 1}.xml`, text(content)])),
    ...(strings && { 'xl/sharedStrings.xml': text(strings) }),
  };
}

export function workbook(sheets: readonly string[], strings?: string): Buffer {
  return Buffer.from(zipSync(parts(sheets, strings), { level: 6 }));
}

/** Returns the same archive with a false unpacked size for one part, both in the directory and in the part's own header. */
export function lying(archive: Buffer, name: string, size: number): Buffer {
  const told = Buffer.from(archive);
  for (let at = told.indexOf(name); at >= 0; at = told.indexOf(name, at + 1)) {
    if (told.readUInt32LE(at - 30) === 0x04034b50) told.writeUInt32LE(size, at - 30 + 22);
    else if (told.readUInt32LE(at - 46) === 0x02014b50) told.writeUInt32LE(size, at - 46 + 24);
  }
  return told;
}
