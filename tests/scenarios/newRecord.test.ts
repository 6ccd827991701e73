import { describe, expect, it } from 'vitest';
import type { EvaluationContext } from '../../src/core/expressions/types.ts';
import { applyDefaults } from '../../src/core/form/defaults.ts';
import { evaluateRecord, newRecord } from '../../src/core/form/index.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { constants, form, words } from '../support/form.ts';

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

  it('starts with an answer that is always the same, and keeps what somebody chose instead', async () => {
    const depth = { type: 'choice', options: [{ value: 'deep' }, { value: 'flat' }] } as never;
    const visit = form({
      fields: {
        depth: {
          ...(depth as object),
          type: 'choice',
          contract: { type: 'string', enum: ['deep', 'flat'] },
          default: '"flat"',
        },
        people: { type: 'integer', contract: { type: 'integer' }, default: '4' },
      },
    });
    const validator = await loadValidator(visit);
    const moment = { today: '2026-11-20' };
    const begun = applyDefaults(visit, validator, evaluateRecord(visit, validator, {}, moment), moment);
    expect(begun).toEqual({ depth: 'flat', people: 4 });
    const chosen = evaluateRecord(visit, validator, { depth: 'deep', people: 4 }, moment);
    expect(applyDefaults(visit, validator, chosen, moment)).toEqual({ depth: 'deep', people: 4 });
  });

  it('starts without a day if nobody knows which day it is, and refuses none', async () => {
    const day = { type: 'date', contract: { type: 'string', format: 'date' } } as const;
    const visit = form({
      fields: {
        visited: { ...day, notAfter: 'today', 'ui:options': { today: true } },
        next: { ...day, default: 'addDays(today(), 30)' },
        since: { type: 'integer', contract: { type: 'integer' } },
      },
      constraints: [{ id: 'past', at: 'since', expr: 'visited <= today()', message: words('Not yet') }],
    });
    const validator = await loadValidator(visit);
    const known = { today: '2026-11-20' };
    const unknown = { today: '' };
    expect(newRecord(visit, { ...unknown, constants })).toEqual({});
    const later = { visited: '2026-11-21', since: 1 };
    expect(Object.keys(evaluateRecord(visit, validator, later, known).errors)).toEqual(['/visited', '/since']);
    expect(evaluateRecord(visit, validator, later, unknown).errors).toEqual({});
    const late = { ...known, latest: '2026-11-21' };
    expect(Object.keys(evaluateRecord(visit, validator, later, late).errors), 'what is captured late').toEqual([
      '/since',
    ]);
    const filled = (moment: EvaluationContext) => {
      const level = evaluateRecord(visit, validator, {}, moment);
      return applyDefaults(visit, validator, level, moment);
    };
    expect(filled(known)).toEqual({ next: '2026-12-20' });
    expect(filled(unknown)).toEqual({});
  });
});
