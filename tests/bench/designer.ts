/**
 * What writing a long questionnaire costs an officer's computer: `npm run bench -- designer [questions]`. The built app in Chromium,
 * 1280 px, the processor slowed down 4×, the draft of 500 questions with the live form beside it. Processor time is that of the page's
 * main thread, until it rests; by the clock also what the server and others of this machine take.
 */
import { loadavg } from 'node:os';
import type { CDPSession, Page } from 'playwright';
import { caller } from '../../e2e/pages/api.ts';
import { launch, startServer, visit } from '../../e2e/pages/stage.ts';
import { questionnaire } from './forms/questions.ts';
import { median } from './median.ts';
import { SLOWER } from './phone.ts';

const ROUNDS = 3;
const LETTERS = 20;
const MOVES = 5;

interface Figure {
  clock: number;
  processor: number;
}

/** Options: number of questions (default 500). */
export async function designer(options: string[]): Promise<void> {
  const count = Math.max(20, Number(options[0]) || 500);
  const server = await startServer({ NODE_ENV: 'production' });
  const browser = await launch();
  try {
    const call = await caller(server.base, 'mande');
    const { definition, schema } = questionnaire(count);
    const first = 'q0';
    const all = new Map<string, Figure[]>();
    const note = (name: string, figure: Figure) => all.set(name, [...(all.get(name) ?? []), figure]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = (await call('POST', 'definitions/drafts', { definition, schema })).body.data;
      const { page, close } = await visit(browser, server.base, { user: 'mande' });
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      const live = () => page.frameLocator('iframe').locator(`[data-question=${first}]`).waitFor({ timeout: 120_000 });
      note(
        'opened, with its live form',
        await spent(page, devtools, async () => {
          await page.goto(`/admin/form-drafts/${id}?at=question:${first}`, { waitUntil: 'commit' });
          await page.locator(`[data-row="question:q${count - 1}"]`).waitFor({ state: 'attached', timeout: 120_000 });
          await live();
        }),
      );
      const box = page.locator('[data-part=words] textarea').first();
      await box.click();
      await rest(page);
      const typed = await spent(page, devtools, () => page.keyboard.type('x'.repeat(LETTERS), { delay: 60 }), 0);
      note('a letter typed', { clock: typed.clock / LETTERS, processor: typed.processor / LETTERS });
      note(
        'then saved, checked, and the live form made anew',
        await spent(page, devtools, () => page.locator('[data-state=saved]').waitFor({ timeout: 120_000 })),
      );
      note(
        'findings of an emptied text',
        await spent(page, devtools, async () => {
          await page.keyboard.press('ControlOrMeta+a');
          await page.keyboard.press('Delete');
          await page.locator('[data-action=findings][data-wrong]').waitFor({ timeout: 120_000 });
        }),
      );
      await page.locator(`[data-row="question:${first}"]`).click();
      await rest(page);
      const moved = await spent(
        page,
        devtools,
        async () => {
          for (let move = 0; move < MOVES; move += 1) await page.keyboard.press('Alt+ArrowDown', { delay: 60 });
        },
        0,
      );
      note('a question moved by one line', { clock: moved.clock / MOVES, processor: moved.processor / MOVES });
      await close();
      await call('DELETE', `definitions/drafts/${id}`);
    }
    console.log(`| ${count} questions | by the clock | processor |\n|---|--:|--:|`);
    for (const [name, figures] of all) {
      const [clock, processor] = (['clock', 'processor'] as const).map((key) => median(figures.map((one) => one[key])));
      console.log(`| ${name} | ${clock?.toFixed(0)} ms | ${processor?.toFixed(0)} ms |`);
    }
    console.log(`\nmedians of ${ROUNDS}, load ${loadavg()[0]?.toFixed(1)}\n`);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Returns the milliseconds until an act is done, and the main thread's until the page rests afterwards. */
async function spent(page: Page, devtools: CDPSession, act: () => Promise<unknown>, pause = 1500): Promise<Figure> {
  const [since, before] = [performance.now(), await tasks(devtools)];
  await act();
  const clock = performance.now() - since;
  await page.waitForTimeout(pause);
  return { clock, processor: ((await tasks(devtools)) - before) * 1000 };
}

async function tasks(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find((one) => one.name === 'TaskDuration')?.value ?? 0;
}

/** Waits until nothing was saved or drawn for a while. */
async function rest(page: Page): Promise<void> {
  await page.locator('[data-state=saved]').waitFor({ timeout: 120_000 });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500);
}
