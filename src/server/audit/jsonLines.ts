/** Files with one JSON value per line, which only grow. */
import { existsSync } from 'node:fs';
import { appendFile, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder, makeFolder } from '../files/durable.ts';

/** Appends lines and flushes them. Removes an incomplete last line first, because that write was never acknowledged. */
export async function appendLines(file: string, values: readonly unknown[]): Promise<void> {
  await makeFolder(dirname(file));
  const content = existsSync(file) ? await readFile(file) : null;
  const whole = content ? content.lastIndexOf('\n') + 1 : 0;
  if (content && whole < content.length) await truncate(file, whole);
  const lines = values.map((one) => `${JSON.stringify(one)}\n`).join('');
  await appendFile(file, lines, { mode: 0o600, flush: true });
  if (!content) await flushFolder(dirname(file));
}

/** Returns the values in order, none if the file does not exist. An incomplete last line is left out. */
export async function readLines<T>(file: string): Promise<T[]> {
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).split('\n');
  lines.pop();
  return lines.filter(Boolean).map((line) => JSON.parse(line) as T);
}
