/** What an earlier version says of the answers of the newest one when it is published again. */
import { describe, expect, it } from 'vitest';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { withdrawalMigration } from '../../src/core/definitions/versions/takeBack.ts';

const reason = { en: 'Only asked once', fa: 'یک بار', ps: 'یو ځل' };
const options = (...values: string[]) => values.map((value) => ({ value, label: reason }));
const form = (fields: object, lists?: object) => ({ fields, ...(lists && { lists }) }) as unknown as FormDefinition;

describe('a version that is published again', () => {
  const early = form({
    kind: { id: 'q_kind', type: 'choice', options: options('flat', 'deep') },
    depth: { id: 'q_depth', type: 'integer' },
    tests: { id: 'q_tests', type: 'table', columns: { day: { id: 'q_day', type: 'date' } } },
  });

  it('drops what only the newest asks: questions, all parts of one, columns, and options', () => {
    const newest = form(
      {
        sort: { id: 'q_kind', type: 'choice', choices: '#sorts' },
        depth: { id: 'q_other_depth', type: 'integer' },
        range: { id: 'q_range', type: 'range', bind: { from: 'range_from', to: 'range_to' } },
        tests: {
          id: 'q_tests',
          type: 'table',
          columns: { day: { id: 'q_day', type: 'date' }, lead: { id: 'q_lead', type: 'decimal' } },
        },
      },
      { sorts: options('flat', 'deep', 'dug') },
    );
    expect(withdrawalMigration(newest, early, reason)).toEqual({
      map: { kind: { dug: null } },
      drop: { depth: reason, range_from: reason, range_to: reason, 'tests.lead': reason },
    });
  });

  it('says nothing where nothing is lost', () => {
    expect(withdrawalMigration(form({ depth: { id: 'q_depth', type: 'integer' } }), early, reason)).toBeUndefined();
  });
});
