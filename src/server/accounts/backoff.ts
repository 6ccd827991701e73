/**
 * Waits that grow: so many wrong attempts of a key are free, each further one doubles the wait. What was wrong is forgiven
 * little by little, so that one slow caller never fills a count that belongs to everybody. Counts are held in memory up to a
 * bound, the longest unused are dropped; each server counts for itself.
 */
import { LRUCache } from 'lru-cache';

export interface BackoffRule {
  /** Wrong attempts without a wait. */
  free: number;
  /** The first wait and the longest one, in milliseconds. */
  first: number;
  most: number;
  /** Milliseconds after which one wrong attempt is forgiven. */
  forgive: number;
}

interface Count {
  wrong: number;
  /** Instants, in milliseconds. */
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

  /** Seconds to wait before the next attempt, 0 when it may be made. */
  wait(key: string, now: number): number {
    return Math.max(0, Math.ceil(((this.#counts.get(key)?.until ?? 0) - now) / 1000));
  }

  /** Counts one attempt as wrong: before it is checked, so that many at the same moment are not all free. */
  count(key: string, now: number): void {
    const { free, first, most, forgive } = this.#rule;
    const known = this.#counts.get(key);
    const forgiven = known ? Math.floor((now - known.last) / forgive) : 0;
    const wrong = Math.max(0, (known?.wrong ?? 0) - forgiven) + 1;
    const until = wrong > free ? now + Math.min(most, first * 2 ** (wrong - free - 1)) : 0;
    this.#counts.set(key, { wrong, last: now, until });
  }

  /** The attempt was right after all. */
  takeBack(key: string): void {
    const known = this.#counts.get(key);
    if (known) this.#counts.set(key, { ...known, wrong: Math.max(0, known.wrong - 1), until: 0 });
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }
}
