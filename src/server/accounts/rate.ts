/**
 * Attempts per key in a window, held in memory with a bound: the oldest keys fall out, so that a flood of names cannot
 * fill it. Each server counts for itself.
 */
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
  readonly #counts = new Map<string, Count>();

  constructor(rule: RateLimit) {
    this.#rule = rule;
  }

  /** Seconds to wait before the next attempt, 0 when one is free. */
  wait(key: string, now: number): number {
    const count = this.#counts.get(key);
    if (!count || count.until <= now || count.used < this.#rule.limit) return 0;
    return Math.max(1, Math.ceil((count.until - now) / 1000));
  }

  /** Counts one attempt. */
  use(key: string, now: number): void {
    const count = this.#counts.get(key);
    this.#counts.delete(key);
    this.#counts.set(
      key,
      count && count.until > now ? { ...count, used: count.used + 1 } : { used: 1, until: now + this.#rule.window },
    );
    if (this.#counts.size > MOST_KEYS) this.#counts.delete(this.#counts.keys().next().value as string);
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
