/** Changes a workbook of words as somebody does in a spreadsheet program: another writer, texts in a table of their own. */
import readSheets from 'read-excel-file/universal';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';

export interface Edit {
  sheet: string;
  /** Pointer of the text. */
  pointer: string;
  /** Mark of the column: `fa`, `fa:state`. */
  column: string;
  cell: string | number | Date | null;
}

export type Row = Readonly<Record<string, unknown>>;

const markOf = (heading: unknown) => /\[([^\][]+)\]$/.exec(String(heading))?.[1]?.replace(/^form:.*/, 'pointer');

/** Returns the rows of a sheet by the marks of its columns. */
export async function rowsIn(workbook: Buffer, sheet: string): Promise<Row[]> {
  const read = await readSheets(new Blob([new Uint8Array(workbook)]));
  const [head = [], ...rows] = read.find((one) => one.sheet === sheet)?.data ?? [];
  return rows.map((row) =>
    Object.fromEntries(row.map((cell, at) => [markOf(head[at]) ?? String(head[at]), cell ?? ''])),
  );
}

export async function edited(workbook: Buffer, edits: readonly Edit[]): Promise<Buffer> {
  const read = await readSheets(new Blob([new Uint8Array(workbook)]));
  for (const { sheet, pointer, column, cell } of edits) {
    const rows = read.find((one) => one.sheet === sheet)?.data ?? [];
    const marks = (rows[0] ?? []).map(markOf);
    const row = rows.find((one) => one[marks.indexOf('pointer')] === pointer);
    if (!row || !marks.includes(column)) throw new Error(`No cell ${column} of ${pointer} in ${sheet}`);
    row[marks.indexOf(column)] = cell as never;
  }
  const data = (rows: readonly (readonly unknown[])[]): SheetData =>
    rows.map((row) =>
      row.map((cell) =>
        cell === null
          ? null
          : cell instanceof Date
            ? { value: cell, type: Date, format: 'yyyy-mm-dd' }
            : { value: cell as string },
      ),
    );
  return writeXlsxFile(read.map(({ sheet, data: rows }) => ({ sheet, data: data(rows) }))).toBuffer();
}
