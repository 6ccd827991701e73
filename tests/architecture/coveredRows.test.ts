/** Every write of a covered table announces its change, or says here why it need not. Otherwise `verify` would accuse the server. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COVERED_TABLES } from '../../src/server/db/coveredRows.ts';
import { ROOT } from '../support/definitions.ts';

/** Files that write covered tables without an event, and why. */
const WITHOUT: Record<string, string> = {
  'src/server/db/storedSettings.ts': 'writes any setting; who writes a covered one announces it',
  'src/server/projections/projector.ts': 'removes settings of its own',
  'src/server/demo/ensure.ts': 'removes a demonstration with its events, and takes the rest in again',
  'src/server/accounts/accounts.ts': 'writes language and calendar, which are not covered',
  'src/server/accounts/usernames.ts': 'writes what is made from the user name',
};
const ANNOUNCED = /\b(changeCovered|logNewRow|runDecision|writeEdit)\(/;

describe('covered rows', () => {
  const tables = [...new Set(Object.values(COVERED_TABLES).map(({ table }) => table))];
  const writes = new RegExp(`(insertInto|updateTable|deleteFrom)\\(\\s*'(${tables.join('|')})'`);
  const writers = readdirSync(join(ROOT, 'src/server'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('migrations'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(ROOT, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => writes.test(text));

  it('are written only where the change becomes an event', () => {
    expect(writers.length).toBeGreaterThan(10);
    const silent = writers.filter(({ text }) => !ANNOUNCED.test(text)).map(({ path }) => path);
    expect(silent.sort()).toEqual(Object.keys(WITHOUT).sort());
  });
});
