/** Tables written from the specification: `tests/golden/<kind>-<document>.csv`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../golden');

export type Row = Record<string, string>;

/** Returns the rows of all documents. The last column may contain commas. */
export function table(kind: string): Row[] {
  return readdirSync(FOLDER)
    .filter((file) => new RegExp(`^${kind}-\\d\\.csv$`).test(file))
    .flatMap(rowsOf);
}

export function rowsOf(file: string): Row[] {
  const [head = '', ...lines] = readFileSync(join(FOLDER, file), 'utf8').trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const last = cells.splice(names.length - 1).join(',');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? last]));
  });
}
