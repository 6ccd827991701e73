/** The built server as a process of its own, as an operator starts it: to be killed, stopped and started again on its port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './definitions.ts';
import { freePort } from './postgres.ts';

const KEPT = 8_000;

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export class ServerProcess {
  readonly #env: Record<string, string>;
  readonly #program: string;
  #port = 0;
  #child: ChildProcess | undefined;
  #ended: Promise<Ending> | undefined;
  #isMeant = false;
  /** Endings that nobody asked for, with the last words. */
  readonly deaths: string[] = [];
  /** The end of what it wrote since it was started last. */
  output = '';

  /** `env`: settings of the server besides its port. */
  constructor(env: Record<string, string>, program = join(ROOT, 'dist/server/main.js')) {
    this.#env = env;
    this.#program = program;
  }

  get base(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it; resolves when it is ready, or with false when it ended before. */
  async start(): Promise<boolean> {
    this.#port ||= await freePort();
    this.#isMeant = false;
    this.output = '';
    const child = spawn(process.execPath, [this.#program, 'serve'], {
      env: { ...process.env, LOG_LEVEL: 'error', ...this.#env, PORT: String(this.#port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let ready = (): void => undefined;
    const isReady = new Promise<boolean>((resolve) => {
      ready = () => resolve(true);
    });
    const listen = (chunk: Buffer) => {
      this.output = (this.output + String(chunk)).slice(-KEPT);
      if (this.output.includes('is ready on')) ready();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    this.#ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        if (!this.#isMeant) this.deaths.push(`ended with ${code ?? signal}: ${this.output}`);
        resolve({ code, signal });
      });
    });
    return Promise.race([isReady, this.#ended.then(() => false)]);
  }

  /** Starts it; throws its last words when it does not come up. */
  async mustStart(): Promise<void> {
    if (!(await this.start())) throw new Error(`the server did not start: ${this.output}`);
  }

  /** Sends a signal and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<Ending> {
    this.#isMeant = true;
    this.#child?.kill(signal);
    return (await this.#ended) ?? { code: null, signal: null };
  }
}
