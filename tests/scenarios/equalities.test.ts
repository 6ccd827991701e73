/** What a filter says that a database can find: only what must hold for every offered option. */
import { expect, it } from 'vitest';
import { equalitiesIn } from '../../src/core/expressions/equalities.ts';

it.each([
  ['option.parent == province', [{ attribute: 'parent', answer: 'province' }]],
  ['(province == option.parent)', [{ attribute: 'parent', answer: 'province' }]],
  [
    'option.kind == "a && \\"b\\"" && (option.parent == province && option.level > 2)',
    [
      { attribute: 'kind', text: 'a && "b"' },
      { attribute: 'parent', answer: 'province' },
    ],
  ],
  ['option.parent == province || option.parent == "any"', []],
  ['!(option.parent == province)', []],
  ['option.parent == record.province', []],
  ['option.parent == option.code', []],
  ['option.level == 2', []],
  ['province == "AF01"', []],
  ['option.parent ==', []],
])('%s', (filter, found) => {
  expect(equalitiesIn(filter)).toEqual(found);
});
