/**
 * Chromium as people have it, on a profile that stays: asked over the pipe of its devtools protocol for what is measured, and for nothing
 * else. A test's browser has a debugger attached to each page, which reads every script a second time and takes up to a third of an opening.
 * https://chromedevtools.github.io/devtools-protocol/
 */
import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { CHROMIUM, CHROMIUM_FLAGS, SIZES } from '../../e2e/pages/stage.ts';

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

export interface BarePage {
  send: Send;
  /** Returns what the expression, or its promise, comes to as JSON. Throws if the page does. */
  evaluate<T>(expression: string): Promise<T>;
  goto(url: string): Promise<void>;
  close(): Promise<void>;
}

export interface BareBrowser {
  newPage(): Promise<BarePage>;
  close(): Promise<void>;
}

interface Message {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

export function openBare(profile: string): BareBrowser {
  const flags = ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'];
  // The browser reads what it is asked from its file 3 and writes to its file 4.
  const child = spawn(CHROMIUM, [...CHROMIUM_FLAGS, ...flags], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [, , , asks, says] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const waiting = new Map<number, (message: Message) => void>();
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  let asked = 0;
  let rest = '';
  says.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages.map((one) => JSON.parse(one) as Message))
      if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  const ask = async (method: string, params: object, sessionId?: string) => {
    asked += 1;
    const id = asked;
    const answer = new Promise<Message>((done) => waiting.set(id, done));
    asks.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const ended = gone.then((): Message => ({ error: { message: 'the browser ended' } }));
    const { result, error } = await Promise.race([answer, ended]);
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
  return {
    async newPage() {
      const { targetId } = await ask('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true });
      const send: Send = (method, params = {}) => ask(method, params, sessionId as string);
      await send('Emulation.setDeviceMetricsOverride', { ...SIZES.phone, deviceScaleFactor: 1, mobile: false });
      await send('Emulation.setTouchEmulationEnabled', { enabled: true });
      return pageOf(send, async () => void (await ask('Target.closeTarget', { targetId })));
    },
    async close() {
      // It may end without an answer, or have ended before.
      await Promise.race([ask('Browser.close', {}), gone]);
      await gone;
    },
  };
}

function pageOf(send: Send, close: () => Promise<void>): BarePage {
  return {
    send,
    close,
    async evaluate<T>(expression: string) {
      const { result, exceptionDetails } = await send('Runtime.evaluate', {
        ...{ expression, awaitPromise: true, returnByValue: true },
      });
      if (exceptionDetails) throw new Error(`${expression.slice(0, 100)}: ${JSON.stringify(exceptionDetails)}`);
      return (result as { value: T }).value;
    },
    async goto(url) {
      const { errorText } = await send('Page.navigate', { url });
      if (errorText) throw new Error(`${url}: ${errorText}`);
    },
  };
}

/** Waits until the expression is true in the page, and looks rarely, since looking takes the page's time. Milliseconds. */
export async function until(page: BarePage, expression: string, longest = 60_000): Promise<void> {
  const since = performance.now();
  while (!(await page.evaluate<boolean>(expression))) {
    if (performance.now() - since > longest) throw new Error(`never came true: ${expression}`);
    await new Promise((done) => setTimeout(done, 200));
  }
}
