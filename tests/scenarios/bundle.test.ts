/** References of a contract are copied only so far. */
import { describe, expect, it } from 'vitest';
import { bundleSchema, DanglingReference, MOST_PARTS } from '../../src/core/definitions/bundle.ts';
import type { JsonSchema } from '../../src/core/definitions/types.ts';

const PATH = 'schemas/x/x.schema.json';

/** Returns the error of bundling these definitions from `start`, and how many parts of `$defs` were read. */
function bundled($defs: Record<string, JsonSchema>, start: string) {
  let reads = 0;
  const counted = new Proxy($defs, {
    get(target, key) {
      reads += 1;
      return Reflect.get(target, key);
    },
  });
  const files = new Map([[PATH, { properties: { name: { $ref: `#/$defs/${start}` } }, $defs: counted } as JsonSchema]]);
  try {
    bundleSchema(PATH, files);
    return { reads };
  } catch (error) {
    return { reads, isTooLarge: error instanceof DanglingReference ? error.limit !== undefined : undefined };
  }
}

describe('the references of a contract', () => {
  const doubling = (steps: number) =>
    Object.fromEntries(
      Array.from({ length: steps + 1 }, (_, n) => {
        const $ref = `#/$defs/a${n - 1}`;
        return [`a${n}`, n === 0 ? { type: 'string' } : { anyOf: [{ $ref }, { $ref }] }];
      }),
    );

  it('that double with every step are copied up to a limit', () => {
    expect(bundled(doubling(8), 'a8')).toEqual({ reads: 2 ** 9 - 1 });
    for (const steps of [18, 24]) {
      const { reads, isTooLarge } = bundled(doubling(steps), `a${steps}`);
      expect(isTooLarge).toBe(true);
      expect(reads).toBeLessThan(MOST_PARTS);
    }
  });

  it('that lead from one to the next are followed up to a limit', () => {
    const chain = (steps: number) =>
      Object.fromEntries(
        Array.from({ length: steps + 1 }, (_, n) => [
          `a${n}`,
          n === 0 ? { type: 'string' } : { $ref: `#/$defs/a${n - 1}` },
        ]),
      );
    expect(bundled(chain(20), 'a20').isTooLarge).toBeUndefined();
    expect(bundled(chain(20_000), 'a20000')).toMatchObject({ isTooLarge: true });
  });

  it('count with a list of options', () => {
    const giant = { all: { enum: Array.from({ length: MOST_PARTS }, (_, n) => `o${n}`) } };
    expect(bundled(giant, 'all').isTooLarge).toBe(true);
  });
});
