/** Values that nobody would answer, but that somebody sends. */

import { RESERVED_NAMES } from '../../src/core/json.ts';
import fc from './property.ts';

export const strange = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    '٪',
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '{{7*7}}',
    '../..',
    '1e999',
    '-0',
    '9'.repeat(400),
    'NaN',
    ...RESERVED_NAMES,
    'null',
    '[]',
    '{}',
    'ې'.repeat(300),
    '2026-02-30',
    '0000-00-00',
    '<script>',
  ),
);
export const anything = fc.oneof(
  strange,
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(strange, { maxLength: 5 }),
  fc.dictionary(strange, strange, { maxKeys: 5 }),
);
