/**
 * What others wait for while somebody publishes a form of 1,500 questions: `npm run bench -- publish`. Fills a new store with the
 * demonstration and asks for the health of the server every 20 ms meanwhile. Target: 200 ms. On a busy machine a request waits
 * for other programs too, so the processor time that the server's main thread took during the same request stands beside it.
 * With DATABASE_URL of an empty database on PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { longSource } from '../support/longForm.ts';
import { json, login, start, stop, workOf } from './server.ts';

const QUESTIONS = 1_500;
const EVERY = 20;
const TARGET = 200;

interface Draft {
  data: { id: string; version: number };
}

export async function publish(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'amanat-bench-'));
  const server = await start({ ...process.env, PORT: '0', DATA_DIR: folder, NODE_ENV: 'production' }, 'demo');
  const { base, child } = server;
  const pid = child.pid as number;
  try {
    const [mande, focal] = [await login(base, 'mande'), await login(base, 'focal.bamyan')];
    const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const others = watch(base, pid);
      const began = performance.now();
      const done = await work();
      const took = performance.now() - began;
      const { wait, busy } = await others.end();
      console.log(`| ${name} | ${took.toFixed(0)} ms | ${wait.toFixed(0)} ms | ${busy.toFixed(0)} ms |`);
      return done;
    };
    console.log(
      `| ${QUESTIONS} questions | took | others waited at most (target ${TARGET}) | of which the main thread worked |`,
    );
    console.log('|---|--:|--:|--:|');
    const { data } = await step('a draft is kept', () =>
      json<Draft>(base, 'definitions/drafts', mande, longSource(1, QUESTIONS)),
    );
    const draft = `definitions/drafts/${data.id}`;
    await step('it is checked', () => json(base, `${draft}/check`, mande, {}));
    await step('it is previewed', () => json(base, `${draft}/preview`, mande));
    await step('it is published', () => json(base, `${draft}/publish`, mande, { version: data.version }));
    await step('its definition is read', () => json(base, 'definitions/test-spring', mande));
    await step('its validator is read', async () =>
      (await fetch(`${base}/api/definitions/test-spring/1/validator.js`)).text(),
    );
    await step('its list is read', () => json(base, 'test/springs', focal));
    await step('its first record is made', () => json(base, 'test/springs/store', focal, { name: 'First' }));
    await step('its second record is made', () => json(base, 'test/springs/store', focal, { name: 'Second' }));
    await step('its second version is published', () => json(base, 'definitions', mande, longSource(2, QUESTIONS + 1)));
    console.log(`\nload ${loadavg()[0]?.toFixed(1)}\n`);
  } finally {
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks for the health of the server until `end`, which returns the longest wait and the most work during one request, in ms. */
function watch(base: string, pid: number): { end(): Promise<{ wait: number; busy: number }> } {
  let isOn = true;
  const longest = { wait: 0, busy: 0 };
  const asked = (async () => {
    while (isOn) {
      const [since, worked] = [performance.now(), workOf(pid)];
      await (await fetch(`${base}/api/health`)).text();
      longest.wait = Math.max(longest.wait, performance.now() - since);
      longest.busy = Math.max(longest.busy, workOf(pid) - worked);
      await setTimeout(EVERY);
    }
  })();
  return {
    async end() {
      isOn = false;
      await asked;
      return longest;
    },
  };
}
