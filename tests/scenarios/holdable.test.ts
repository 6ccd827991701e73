/** What a record of a form cannot hold is refused before anything of it is read. */
import { describe, expect, it } from 'vitest';
import { jsonExcess } from '../../src/core/json.ts';
import { addTooLongErrors, mostBodyValues } from '../../src/core/saving/envelope.ts';
import { form, words } from '../support/form.ts';

const tags = {
  type: 'multi',
  options: [{ value: 'a', label: words('A') }],
  contract: { type: 'array', items: { type: 'string' }, maxItems: 2_000 },
};
const made = form({ fields: { name: { type: 'text' }, tags } as never });

describe('a JSON text', () => {
  const most = { values: mostBodyValues(made), names: 20_000 };
  const text = (value: unknown) => jsonExcess(JSON.stringify(value), most);
  const ones = (count: number) => Array.from({ length: count }, () => 1);
  const keys = (count: number) => Object.fromEntries(ones(count).map((one, n) => [`k,{[:${n}`, one]));

  it('is read no further than what a record of its form holds', () => {
    expect(text({ rows: ones(most.values) })).toMatchObject({ limit: most.values });
    expect(text({ a: ones(most.values / 2), b: ones(most.values / 2) })).toMatchObject({ limit: most.values });
    expect(text(ones(most.values).map(() => ({})))).toMatchObject({ limit: most.values });
    const deep = `${'['.repeat(101)}${']'.repeat(101)}`;
    expect([jsonExcess(deep, most), jsonExcess(deep.slice(1, -1), most)]).toEqual([{ at: 100 }, undefined]);
  });

  it('has no object of more names than any form', () => {
    const texts = [keys(20_000), keys(20_001), { nested: [{ keys: keys(20_001) }] }, [keys(10_000), keys(10_001)]];
    expect(texts.map((one) => text(one)?.limit)).toEqual([undefined, 20_000, 20_000, undefined]);
  });

  it('with all that its contract allows passes, whatever its texts say', () => {
    expect(text({ name: 'x', tags: ones(2_000).map(() => '",[{\\:') })).toBeUndefined();
  });
});

describe('a record', () => {
  it('names a list that is much longer than its contract says', () => {
    const errors = {};
    addTooLongErrors(made, { tags: Array.from({ length: 2_001 }, () => 'a') }, errors);
    expect(errors).toEqual({ '/tags': [{ code: 'too_many', params: { limit: 2_000 } }] });
  });
});
