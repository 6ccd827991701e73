/**
 * Measures our generic form and plain HTML in the same Chromium in turn, with the CPU slowed down four times. Figures are
 * main-thread milliseconds (TaskDuration of the DevTools protocol), medians over the rounds.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { CDPSession, Page } from 'playwright';
import { build } from 'vite';
import { launch } from '../../../e2e/pages/stage.ts';
import { compileForm } from '../../../src/core/definitions/compile.ts';
import { validatorSource } from '../../../src/server/definitions/validator.ts';
import { alias } from '../../../vite.config.ts';
import { median } from '../median.ts';
import { questionnaire } from './questions.ts';

const COUNTS = [16, 100, 500];
const KEYS = 12;
const CHOICES = 10;
/** Longest wait for one step, in milliseconds. A slowed-down page on a busy machine needs long. */
const WAIT = 120_000;
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

interface Figures {
  open: number;
  keystroke: number;
  /** Choosing one option by its radio button. */
  choose: number;
  validate: number;
  /** MB */
  heap: number;
}

/** Options: number of rounds (default 5, at least 3), then the numbers of questions (default 16 100 500). */
export async function forms(options: string[]): Promise<void> {
  const rounds = Math.max(3, Number(options[0]) || 5);
  const folder = mkdtempSync(join(tmpdir(), 'bench-forms-'));
  await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: { alias },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        input: fileURLToPath(new URL('page.html', import.meta.url)),
        // The measured page installs no service worker; the app imports this module only when it does.
        external: ['virtual:pwa-register'],
      },
    },
  });
  const server = serve(folder);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launch();
  try {
    console.log(
      '| questions | | open ms | keystroke ms | choose ms | validate ms | heap MB |\n|--:|---|--:|--:|--:|--:|--:|',
    );
    for (const count of options.length > 1 ? options.slice(1).map(Number) : COUNTS) {
      const bare: Figures[] = [];
      const ours: Figures[] = [];
      for (let round = 0; round < rounds; round++) {
        for (const [kind, into] of [
          ['bare', bare],
          ['ours', ours],
        ] as const) {
          const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
          const page = await context.newPage();
          page.setDefaultTimeout(WAIT);
          page.on('pageerror', (error) => console.error(error));
          page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
          into.push(await measure(page, await context.newCDPSession(page), base, kind, count));
          await context.close();
        }
      }
      const b = medians(bare);
      const o = medians(ours);
      const ratio = (key: keyof Figures) =>
        `${o[key].toFixed(key === 'open' || key === 'validate' ? 0 : 1)} (${(o[key] / Math.max(b[key], 0.01)).toFixed(1)}×)`;
      console.log(
        `| ${count} | bare | ${b.open.toFixed(0)} | ${b.keystroke.toFixed(1)} | ${b.choose.toFixed(1)} | ${b.validate.toFixed(0)} | ${b.heap.toFixed(1)} |`,
      );
      console.log(
        `| ${count} | ours | ${ratio('open')} | ${ratio('keystroke')} | ${ratio('choose')} | ${ratio('validate')} | ${o.heap.toFixed(1)} |`,
      );
    }
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  page: Page,
  devtools: CDPSession,
  base: string,
  kind: 'ours' | 'bare',
  count: number,
): Promise<Figures> {
  await page.goto(`${base}/page.html`);
  await page.waitForSelector('html[data-ready]');
  await page.evaluate(
    ([k, n]) =>
      (window as unknown as Record<string, (n: number) => Promise<void>>)[
        k === 'ours' ? 'prepareOurs' : 'prepareBare'
      ]!(n as number),
    [kind, count] as const,
  );
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const heapBefore = await heap(devtools);
  const open = await spent(devtools, async () => {
    await page.evaluate(() => (window as unknown as { open_: () => void }).open_());
    const last = kind === 'ours' ? `#f-q${count - 1}-field` : `#box-q${count - 1}`;
    await until(page, last);
    await rest(page);
  });
  const memory = (await heap(devtools)) - heapBefore;
  const input = page.locator(kind === 'ours' ? '#f-q0' : '#q0');
  await input.focus();
  await rest(page);
  const keystroke =
    (await spent(devtools, async () => {
      for (let key = 0; key < KEYS; key++) await page.keyboard.press('a');
      await rest(page);
    })) / KEYS;
  const buttons = page.locator(kind === 'ours' ? '#f-q1-field input[type=radio]' : '#box-q1 input[type=radio]');
  const most = await buttons.count();
  const choose =
    (await spent(devtools, async () => {
      for (let time = 0; time < CHOICES; time++)
        await buttons.nth(time % most).evaluate((input: HTMLInputElement) => input.click());
      await rest(page);
    })) / CHOICES;
  const validate = await spent(devtools, async () => {
    await page.evaluate(() => document.querySelector<HTMLButtonElement>('button[type=submit]')!.click());
    await until(page, kind === 'ours' ? '.am-error' : 'form p');
    await rest(page);
  });
  return { open, keystroke, choose, validate, heap: memory };
}

/** Checks only every 250 ms. A check at every frame would itself take much of the time that is measured. */
async function until(page: Page, selector: string): Promise<void> {
  const end = Date.now() + WAIT;
  while (!(await page.evaluate((one) => document.querySelector(one) !== null, selector))) {
    if (Date.now() > end) throw new Error(`${selector} did not appear`);
    await page.waitForTimeout(250);
  }
}

/** Returns the main-thread milliseconds that an action costs until the page is idle. */
async function spent(devtools: CDPSession, act: () => Promise<void>): Promise<number> {
  const before = await tasks(devtools);
  await act();
  return ((await tasks(devtools)) - before) * 1000;
}

async function tasks(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find((one) => one.name === 'TaskDuration')?.value ?? 0;
}

/** Returns the heap in megabytes after a garbage collection. */
async function heap(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1_048_576;
}

function rest(page: Page): Promise<void> {
  return page.waitForTimeout(700);
}

function medians(all: Figures[]): Figures {
  const middle = (key: keyof Figures) => median(all.map((one) => one[key]));
  return {
    open: middle('open'),
    keystroke: middle('keystroke'),
    choose: middle('choose'),
    validate: middle('validate'),
    heap: middle('heap'),
  };
}

/** Serves the built page and a validator for each number of questions, generated as the product's server does. */
function serve(folder: string): Server {
  return createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://bench').pathname;
    const rules = /^\/validator-(\d+)\.js$/.exec(path);
    const body = rules ? validatorSource(compileForm(questionnaire(Number(rules[1])))) : read(join(folder, path));
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    });
    response.end(body);
  });
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
