/** Append-only files and files that are written once, after a write was interrupted. */
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { appendLines, readLines } from '../../src/server/audit/jsonLines.ts';
import { createFileAtomically } from '../../src/server/files/durable.ts';

const folder = mkdtempSync(join(tmpdir(), 'amanat-durable-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('lines', () => {
  it('a line that was cut off is no line, and the next one stands on its own', async () => {
    const file = join(folder, 'audit/lines.jsonl');
    await appendLines(file, [{ n: 1 }, { n: 2 }]);
    appendFileSync(file, '{"n":');
    expect(await readLines(file)).toEqual([{ n: 1 }, { n: 2 }]);
    await appendLines(file, [{ n: 3 }]);
    expect(await readLines(file)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });
});

describe('a file that is made once', () => {
  it('stays as whoever came first made it', async () => {
    const made = await Promise.all(
      ['one', 'two', 'three'].map((content) => createFileAtomically(join(folder, 'key'), content.repeat(1000), 0o600)),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    const content = ['one', 'two', 'three'][made.indexOf(true)] as string;
    expect(readFileSync(join(folder, 'key'), 'utf8')).toBe(content.repeat(1000));
    expect(readdirSync(folder).filter((name) => name.startsWith('key'))).toEqual(['key']);
  });
});
