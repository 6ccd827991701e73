/** Work that only one server may do at a time. Others wait and log it. A killed server blocks nobody. */
import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/server/db/open.ts';
import { databases } from '../support/database.ts';

const served = databases().find(({ name }) => name === 'postgres');

for (const kind of databases()) {
  it(`one after the other on ${kind.name}, also after a failure`, async () => {
    const opened = await kind.open();
    const { database } = opened;
    try {
      const done: string[] = [];
      const work = (name: string, fails = false) =>
        database.hold('turns', async () => {
          done.push(`${name} begins`);
          await new Promise((resolve) => setTimeout(resolve, 30));
          done.push(`${name} ends`);
          if (fails) throw new Error(name);
          return name;
        });
      const all = await Promise.allSettled([work('a', true), work('b'), work('c')]);
      expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
      const pairs = [0, 2, 4].map((at) => done.slice(at, at + 2));
      for (const [begins, ends] of pairs) expect(ends).toBe(begins?.replace('begins', 'ends'));
      expect(new Set(done).size).toBe(6);
    } finally {
      await opened.dispose();
    }
  });
}

const HOLDER = `
import { openDatabase } from './src/server/db/open.ts';
const database = await openDatabase({ dataDir: process.env.DIR, databaseUrl: process.env.URL });
await database.hold('shared', async () => { console.log('held'); await new Promise((resolve) => setTimeout(resolve, 600_000)); });
`;

it.runIf(served)(
  'waits for another process, says for which, and goes on when that one is killed',
  { timeout: 60_000 },
  async () => {
    const opened = await (served as typeof served & object).open();
    const { databaseUrl, dataDir } = opened.config;
    const holder = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', HOLDER], {
      env: { ...process.env, URL: databaseUrl, DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said: string[] = [];
    let spoke = (): void => undefined;
    const spoken = new Promise<void>((resolve) => {
      spoke = resolve;
    });
    const database = await openDatabase({
      ...opened.config,
      onWaiting: (words) => {
        said.push(words);
        spoke();
      },
    });
    try {
      await new Promise<void>((resolve) => holder.stdout?.once('data', () => resolve()));
      let isDone = false;
      const mine = database.hold('shared', async () => {
        isDone = true;
      });
      await spoken;
      expect(isDone).toBe(false);
      expect(said[0]).toMatch(/^Waiting for another server .*“shared” \(connection \d+ of PostgreSQL, since .*Z\)\.$/);
      await database.hold('other', async () => undefined);
      holder.kill('SIGKILL');
      await mine;
      expect(isDone).toBe(true);
      expect(said[1]).toContain('free now');
    } finally {
      holder.kill('SIGKILL');
      await database.close();
      await opened.dispose();
    }
  },
);
