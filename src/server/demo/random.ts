/** Repeatable random numbers: the same seed gives the same numbers on every machine (sfc32). */
import { v7 as uuid } from 'uuid';

export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** Whole number, both ends included. */
  whole(from: number, to: number): number;
  /** Returns true in this percentage of cases, 0 to 100. */
  percent(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Returns a key, chosen by weight. */
  weighted(weights: Readonly<Record<string, number>>): string;
  /** Returns an id. Ids sort in the order of their times. */
  id(at: Date): string;
}

/** Derives a seed for a name, so that what one draws does not change what others draw. */
export function seedFor(seed: number, name: string): number {
  let mixed = seed;
  for (const letter of name) mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return mixed;
}

export function seededRandom(seed: number): Random {
  let [a, b, c, counter] = [0x9e3779b9 ^ seed, 0x243f6a88, 0xb7e15162, 1];
  const draw = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 16; round += 1) draw();
  let order = 0;
  const self: Random = {
    next: draw,
    whole: (from, to) => from + Math.floor(draw() * (to - from + 1)),
    percent: (share) => draw() * 100 < share,
    pick(list) {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[Math.floor(draw() * list.length)] as (typeof list)[number];
    },
    weighted(weights) {
      const entries = Object.entries(weights);
      let left = draw() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      return entries.at(-1)?.[0] ?? '';
    },
    id(at) {
      order = (order + 1) % 0x7fffffff;
      const random = Uint8Array.from({ length: 16 }, () => Math.floor(draw() * 256));
      return uuid({ msecs: at.getTime(), random, seq: order });
    },
  };
  return self;
}
