/** Conditions in the words of their questions, as paper says them. */
import { expect, it } from 'vitest';
import type { Condition } from '../../src/core/definitions/types.ts';
import { conditionSentence } from '../../src/core/form/conditionWords.ts';
import { closedOptionsOf } from '../../src/core/form/types/question.ts';
import { pickText } from '../../src/core/text/languages.ts';
import { constants, form, words } from '../support/form.ts';

const label = (text: string) => ({ en: text, fa: text, ps: text });
const compiled = form({
  fields: {
    age: { type: 'integer', label: label('Age') },
    source: {
      type: 'choice',
      label: label('Source'),
      options: [
        { value: 'well', label: label('Covered well') },
        { value: 'river', label: label('River') },
      ],
    },
    why: { type: 'text', label: words('why') },
  },
});
const said = (condition: Condition) =>
  conditionSentence(condition, {
    question: (name) => compiled.byProperty.get(name),
    label: ({ def }) => pickText(def.label, 'en'),
    option: (node, value) => {
      const option = closedOptionsOf(node, constants)?.find((one) => one.value === value);
      return option ? pickText(option.label, 'en') : String(value);
    },
    say: (key, params) => `${key}(${Object.values(params).join(', ')})`,
  });

it.each<[Condition, string]>([
  [{ field: 'source', is: { const: 'well' } }, 'is(Source, Covered well)'],
  [{ field: 'source', is: { enum: ['well', 'river'] } }, 'is(Source, Covered well / River)'],
  [{ field: 'source', is: { not: { const: 'river' } } }, 'isNot(Source, River)'],
  [{ field: 'age', is: { minimum: 6, maximum: 17 } }, 'and(from(Age, 6), to(Age, 17))'],
  [{ field: 'age', is: {} }, 'answered(Age)'],
  [{ not: { field: 'source', is: { const: 'well' } } }, 'not(is(Source, Covered well))'],
  [
    {
      any: [
        { field: 'age', is: { minimum: 6 } },
        { field: 'source', is: { const: 'well' } },
      ],
    },
    'or(from(Age, 6), is(Source, Covered well))',
  ],
  [{ expr: 'age >= 6 && age < 18' }, 'and(«Age» ≥ 6, «Age» < 18)'],
  [{ expr: "source == 'river' || source != null" }, 'or(«Source» = River, answered(Source))'],
  [{ expr: '!(age <= 15)' }, 'not(«Age» ≤ 15)'],
  [{ expr: "'me-officer' in user.roles" }, ''],
])('%j', (condition, expected) => {
  expect(said(condition)).toBe(expected);
});
