/**
 * Makes callers wait longer after each wrong attempt. Each key has some free attempts; each further one doubles the wait.
 * Wrong attempts are forgiven one by one over time, so one slow caller cannot fill a count that all share. Counts are in
 * memory, up to `MOST_KEYS`; the least recently used are dropped. Each server counts on its own.
 */
import { LRUCache } from 'lru-cache';

export interface BackoffRule {
  /** Wrong attempts before the first wait. */
  free: number;
  /** The first and the longest wait, in milliseconds. */
  first: number;
  most: number;
  /** Milliseconds after which one wrong attempt is forgiven. */
  forgive: number;
}

interface Count {
  wrong: number;
  /** Times in milliseconds. */
  last: number;
  until: number;
}

const MOST_KEYS = 20_000;

export class Backoff {
  readonly #rule: BackoffRule;
  readonly #counts = new LRUCache<string, Count>({ max: MOST_KEYS });

  constructor(rule: BackoffRule) {
    this.#rule = rule;
  }

  /** Returns the seconds to wait before the next attempt; 0 if it is allowed now. */
  wait(key: string, now: number): number {
    return Math.max(0, Math.ceil(((this.#counts.get(key)?.until ?? 0) - now) / 1000));
  }

  /** Counts an attempt as wrong before it is checked, so that simultaneous attempts are not all free. */
  count(key: string, now: number): void {
    const { free, first, most, forgive } = this.#rule;
    const known = this.#counts.get(key);
    const forgiven = known ? Math.floor((now - known.last) / forgive) : 0;
    const wrong = Math.max(0, (known?.wrong ?? 0) - forgiven) + 1;
    const until = wrong > free ? now + Math.min(most, first * 2 ** (wrong - free - 1)) : 0;
    this.#counts.set(key, { wrong, last: now, until });
  }

  /** Takes back an attempt that was right. */
  takeBack(key: string): void {
    const known = this.#counts.get(key);
    if (known) this.#counts.set(key, { ...known, wrong: Math.max(0, known.wrong - 1), until: 0 });
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }
}
