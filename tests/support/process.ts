/** The built server as a separate process, started like an operator starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DatabaseConfig } from '../../src/server/db/database.ts';
import { ROOT } from './definitions.ts';

export interface ServerProcess {
  child: ChildProcess;
  /** http://127.0.0.1:port, known when the server is ready. */
  base: string;
  port: number;
  /** Everything the process printed. */
  output(): string;
  /** Exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** Environment settings for a test database. */
export function databaseEnv({ dataDir, databaseUrl }: DatabaseConfig): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
}

/** Runs a command of the server's command line with only these settings. */
export function runServer(args: string[], env: Record<string, string>): Omit<ServerProcess, 'base' | 'port'> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'dist/server/main.js'), ...args], {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? (signal as NodeJS.Signals)));
  });
  return { child, ended, output: () => output };
}

/** Returns the message of a failed start: one sentence, without a stack trace. The process gets only these settings. */
export async function refusalOf(env: Record<string, string>, command = 'serve'): Promise<string> {
  const { ended, output } = runServer([command], env);
  const status = await ended;
  const printed = output().trim();
  expect([status, printed.split('\n').length, / at .*:\d+:\d+/.test(printed)], printed).toEqual([1, 1, false]);
  return printed;
}

/** Runs `serve` on a free port. Resolves when it is ready. If it ends before, throws with its output. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const started = runServer(['serve'], { PORT: '0', LOG_LEVEL: 'warn', ...env });
  const ready = /is ready on (http:\/\/[^\s]+:(\d+))/;
  await Promise.race([
    new Promise<void>((resolve) =>
      started.child.stdout?.on('data', () => {
        if (ready.test(started.output())) resolve();
      }),
    ),
    started.ended.then((status) => {
      throw new Error(`the server ended with ${status}: ${started.output()}`);
    }),
  ]);
  const [, base = '', port] = ready.exec(started.output()) ?? [];
  return { ...started, base, port: Number(port) };
}
