/** Files of JSON, one value a line, that only grow. */
import { existsSync } from 'node:fs';
import { appendFile, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder, makeFolder } from '../files/durable.ts';

/** Flushed when it answers. What a cut-off write left at the end was acknowledged to nobody and goes. */
export async function appendLines(file: string, values: readonly unknown[]): Promise<void> {
  await makeFolder(dirname(file));
  const content = existsSync(file) ? await readFile(file) : null;
  const whole = content ? content.lastIndexOf('\n') + 1 : 0;
  if (content && whole < content.length) await truncate(file, whole);
  const lines = values.map((one) => `${JSON.stringify(one)}\n`).join('');
  await appendFile(file, lines, { mode: 0o600, flush: true });
  if (!content) await flushFolder(dirname(file));
}

/** In order, none where there is no file; a last line that was cut off while it was written is left out. */
export async function readLines<T>(file: string): Promise<T[]> {
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).split('\n');
  lines.pop();
  return lines.filter(Boolean).map((line) => JSON.parse(line) as T);
}
