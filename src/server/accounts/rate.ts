/**
 * Counts attempts per key in a time window. Counts are in memory, up to `MOST_KEYS`. The least recently used are dropped, so
 * a flood of names cannot fill the memory. Each server counts on its own.
 */
import { LRUCache } from 'lru-cache';

export interface RateLimit {
  /** Attempts allowed within the window. */
  limit: number;
  /** Milliseconds. */
  window: number;
}

interface Count {
  used: number;
  until: number;
}

const MOST_KEYS = 20_000;

export class RateCounter {
  readonly #rule: RateLimit;
  readonly #counts = new LRUCache<string, Count>({ max: MOST_KEYS });

  constructor(rule: RateLimit) {
    this.#rule = rule;
  }

  /** Returns the seconds to wait before the next attempt; 0 if it is allowed now. */
  wait(key: string, now: number): number {
    const count = this.#counts.get(key);
    if (!count || count.until <= now || count.used < this.#rule.limit) return 0;
    return Math.max(1, Math.ceil((count.until - now) / 1000));
  }

  /** Counts one attempt. */
  use(key: string, now: number): void {
    const count = this.#counts.get(key);
    this.#counts.set(
      key,
      count && count.until > now ? { ...count, used: count.used + 1 } : { used: 1, until: now + this.#rule.window },
    );
  }

  /** Takes one attempt back. */
  giveBack(key: string): void {
    const count = this.#counts.get(key);
    if (count && count.used > 0) this.#counts.set(key, { ...count, used: count.used - 1 });
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }
}
