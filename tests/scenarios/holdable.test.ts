/** What a record of a form cannot hold is refused before anything of it is read. */
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/core/errors/failure.ts';
import { addTooLong, mostValues, mustBeHoldable } from '../../src/core/saving/holdable.ts';
import { form, words } from '../support/form.ts';

const tags = {
  type: 'multi',
  options: [{ value: 'a', label: words('A') }],
  contract: { type: 'array', items: { type: 'string' }, maxItems: 2_000 },
};
const made = form({ fields: { name: { type: 'text' }, tags } as never });

describe('a body', () => {
  it('is counted no further than what a record of its form holds', () => {
    const limit = mostValues(made);
    let reads = 0;
    const rows = Array.from({ length: limit * 3 }, () =>
      Object.defineProperty({}, 'name', { enumerable: true, get: () => void reads++ }),
    );
    expect(() => mustBeHoldable(made, { rows })).toThrow(new Failure('too_many', { params: { limit } }));
    expect(reads).toBe(0);
    const keys = Object.fromEntries(rows.map((_, n) => [`k${n}`, 1]));
    expect(() => mustBeHoldable(made, keys)).toThrow('too_many');
    expect(() => mustBeHoldable(made, { nested: [{ keys }] })).toThrow('too_many');
  });

  it('with all that its contract allows passes', () => {
    mustBeHoldable(made, { name: 'x', tags: Array.from({ length: 2_000 }, () => 'a') });
  });

  it('names a list that is much longer than its contract says', () => {
    const errors = {};
    addTooLong(made, { tags: Array.from({ length: 2_001 }, () => 'a') }, errors);
    expect(errors).toEqual({ '/tags': [{ code: 'too_many', params: { limit: 2_000 } }] });
  });
});
