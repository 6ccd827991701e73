/** Files of JSON, one value a line, that only grow. */
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function appendLines(file: string, values: readonly unknown[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, values.map((one) => `${JSON.stringify(one)}\n`).join(''), { mode: 0o600 });
}

/** In order, none where there is no file; a last line that was cut off while it was written is left out. */
export async function readLines<T>(file: string): Promise<T[]> {
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).split('\n');
  lines.pop();
  return lines.filter(Boolean).map((line) => JSON.parse(line) as T);
}
