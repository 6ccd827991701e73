import { describe, expect, it } from 'vitest';
import { newRecord } from '../../src/core/form/index.ts';
import { constants, form } from '../support/form.ts';

describe('a new record', () => {
  it('starts with the defaults of its contract, the parent and derived values, and with no rating', () => {
    const visit = form({
      parent: { forms: ['well'], field: 'well_id' },
      fields: {
        well_id: { type: 'record', record: { forms: ['well'] } },
        active: { type: 'yesno', contract: { type: 'string', enum: ['yes', 'no'], default: 'yes' } },
        water: { type: 'rating', contract: { type: 'string', enum: ['good', 'bad'], default: 'good' } },
        tags: { type: 'file', contract: { type: 'array', items: { type: 'string' }, default: [] } },
        visited: { type: 'date', 'ui:options': { today: true } },
        other: { type: 'date' },
        number: { type: 'derived', derived: { count: 'tags' }, contract: { type: 'integer' } },
      },
    });
    const data = newRecord(visit, { today: '2026-11-20', parent: { id: 'w1' }, constants });
    expect(data).toEqual({ well_id: 'w1', active: 'yes', tags: [], visited: '2026-11-20', number: 0 });
    const known = { active: 'no', well_id: 'w2' };
    expect(newRecord(visit, { today: '2026-11-20', parent: { id: 'w1' }, known, constants })).toEqual({
      ...data,
      active: 'no',
    });
    // Records never share their default values.
    (data.tags as string[]).push('x');
    expect(newRecord(visit, { today: '2026-11-20', constants }).tags).toEqual([]);
  });
});
