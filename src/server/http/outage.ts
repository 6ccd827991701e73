/** Tells of an outage of the database in two lines, one when it begins and one when it is over, however many requests it costs. */
import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable } from '../db/unavailable.ts';

interface Options {
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Reads something small. Rejects while the database cannot be used. */
  read(): Promise<unknown>;
  /** Milliseconds between two looks, and without a refusal until it is over: a full disk is read all the time. */
  every?: number;
  quiet?: number;
}

export class Outage {
  readonly #options: Required<Options>;
  #refused = 0;
  #began = 0;
  #last = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = { every: 1_000, quiet: 5_000, ...options };
  }

  /** Counts what was refused because of this error. Returns false, and does nothing, if the database did not cause it. */
  note(error: unknown): boolean {
    const cause = error instanceof Error && isDatabaseUnavailable(error.cause) ? error.cause : error;
    if (!isDatabaseUnavailable(cause)) return false;
    const { log, every } = this.#options;
    this.#last = performance.now();
    this.#refused += 1;
    if (this.#timer) return true;
    this.#began = this.#last;
    const { code, message } = cause as { code?: string; message: string };
    log.error({ code, reason: message }, 'the database cannot be used; what needs it is refused until it is back');
    this.#timer = setInterval(() => void this.#look(), every).unref();
    return true;
  }

  /** Stops looking whether it is over. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #look(): Promise<void> {
    const { log, read, quiet } = this.#options;
    if (performance.now() - this.#last < quiet) return;
    const isBack = await read().then(
      () => true,
      () => false,
    );
    // Two looks may overlap while the database hangs.
    if (!isBack || !this.#timer || performance.now() - this.#last < quiet) return;
    this.close();
    const seconds = Math.round((this.#last - this.#began) / 100) / 10;
    log.warn({ refused: this.#refused, seconds }, 'the database can be used again');
    this.#refused = 0;
  }
}
