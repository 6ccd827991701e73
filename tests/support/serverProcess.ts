/** The built server as a separate process, which tests can kill, stop and restart on the same port. */
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
  /** Unexpected exits, with the last output. */
  readonly deaths: string[] = [];
  /** The last part of the output since the latest start. */
  output = '';

  /** `env`: settings of the server, without its port. */
  constructor(env: Record<string, string>, program = join(ROOT, 'dist/server/main.js')) {
    this.#env = env;
    this.#program = program;
  }

  get base(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts the server. Resolves to true when it is ready, or to false if it ended before. */
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

  /** Starts the server. Throws with its output if it does not start. */
  async mustStart(): Promise<void> {
    if (!(await this.start())) throw new Error(`the server did not start: ${this.output}`);
  }

  /** Sends a signal and waits for the process to end. */
  async end(signal: NodeJS.Signals): Promise<Ending> {
    this.#isMeant = true;
    this.#child?.kill(signal);
    return (await this.#ended) ?? { code: null, signal: null };
  }
}
