/**
 * What a visitor without a login downloads: `npm run bench -- public`. Fills a new store with
 * the demonstration, asks the built server for the page as a browser does, follows what the page names, and counts the bytes
 * as they travel. The budget is 100 kB of JavaScript before a chart is opened.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { median } from './median.ts';
import { start, stop } from './server.ts';

const LANGUAGES = ['en', 'fa', 'pa'];
const BUDGET = { page: 60, JavaScript: 100 } as const;
const LINKED = /(?:src|href)="(\/[^"]+\.(js|css|woff2|png))"|url\(['"]?(\/[^'")]+\.(woff2))['"]?\)/g;
const TIMES = 15;

interface Download {
  text: string;
  bytes: number;
  ms: number;
}

export async function publicPage(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'amanat-bench-'));
  const env: NodeJS.ProcessEnv = { ...process.env, PORT: '0', DATA_DIR: folder, NODE_ENV: 'production' };
  delete env.DATABASE_URL;
  const server = await start(env, 'demo');
  try {
    console.log(
      `| page | gzipped kB (budget ${BUDGET.page}) | JavaScript (budget ${BUDGET.JavaScript}) | other files | requests | median |\n|---|--:|--:|--:|--:|--:|`,
    );
    for (const language of LANGUAGES) console.log(await row(server.base, language));
    console.log('');
  } finally {
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function row(base: string, language: string): Promise<string> {
  const page = await download(`${base}/public/${language}`);
  const times: number[] = [];
  for (let at = 0; at < TIMES; at += 1) times.push((await download(`${base}/public/${language}`)).ms);
  const files = [...new Set([...page.text.matchAll(LINKED)].flatMap(([, linked, , font]) => linked ?? font ?? []))];
  let [script, other] = [0, 0];
  for (const file of files) {
    const { bytes } = await download(base + file);
    if (file.endsWith('.js')) script += bytes;
    else other += bytes;
  }
  const kb = (bytes: number) => (bytes / 1024).toFixed(1);
  const over = page.bytes > BUDGET.page * 1024 || script > BUDGET.JavaScript * 1024 ? ' (over the budget)' : '';
  return `| /public/${language}${over} | ${kb(page.bytes)} | ${kb(script)} | ${kb(other)} | ${1 + files.length} | ${Math.round(median(times))} ms |`;
}

/** `fetch` would unpack what arrives, so that its size is lost. */
function download(address: string): Promise<Download> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const asked = get(address, { headers: { 'accept-encoding': 'gzip' } }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      const content = Buffer.concat(parts);
      if (response.statusCode !== 200) return reject(new Error(`${address}: ${response.statusCode}`));
      const text = response.headers['content-encoding'] === 'gzip' ? gunzipSync(content) : content;
      resolve({ text: text.toString(), bytes: content.length, ms: performance.now() - began });
    });
    asked.on('error', reject);
  });
}
