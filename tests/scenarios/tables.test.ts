import { describe, expect, it } from 'vitest';
import { sortPointersByForm } from '../../src/core/form/messages.ts';
import { fill } from '../support/sheet.ts';

const id = { type: 'string', minLength: 1, maxLength: 64 };
const table = (properties: object, required: string[] = []) => ({
  type: 'array',
  items: { type: 'object', additionalProperties: false, required, properties },
});
const label = { en: 'x', fa: 'x', ps: 'x' };
const column = (type: string, more: object = {}) => ({ id: `q_${type}`, type, label, ...more });

const steps = () =>
  fill({
    fields: {
      lines: {
        type: 'table',
        contract: table({ id, name: { type: 'string', minLength: 1 } }),
        columns: { id: column('hidden'), name: column('text') } as never,
      },
      visits: {
        type: 'table',
        contract: table({
          line_id: id,
          people: { type: 'array', items: id },
          days: table({ day: { type: 'string', format: 'date' }, count: { type: 'integer', minimum: 0 } }, ['day']),
        }),
        columns: {
          line_id: column('hidden', { rowOf: ['lines'] }),
          people: column('person', { person: { forms: ['staff'], multiple: true } }),
          days: column('table', { columns: { day: column('date'), count: column('integer') } }),
        } as never,
      },
      all: {
        type: 'person',
        person: { forms: ['staff'], multiple: true },
        derived: { collect: ['visits.people'] },
      },
    },
  });

describe('tables', () => {
  it('a row may name a row of another table, and only one that is there', async () => {
    const sheet = await steps();
    sheet.answer('lines', [{ id: 'a', name: 'A' }]).answer('visits', [{ line_id: 'a' }]);
    expect(sheet.errors()).toEqual({});
    sheet.answer('visits', [{ line_id: 'a' }, { line_id: 'b' }]);
    expect(sheet.errors()).toEqual({ '/visits/1/line_id': ['record_missing'] });
  });

  it('an answer that stands once in a table is refused in a second row', async () => {
    const sheet = await fill({
      fields: {
        groups: {
          type: 'table',
          contract: table({ kind: { type: 'string', enum: ['a', 'b'] }, count: { type: 'integer' } }),
          columns: {
            kind: column('choice', {
              once: true,
              options: [
                { value: 'a', label },
                { value: 'b', label },
              ],
            }),
            count: column('integer'),
          } as never,
        },
      },
    });
    sheet.answer('groups', [{ kind: 'a', count: 1 }, { kind: 'b', count: 1 }, { count: 1 }, { count: 2 }]);
    expect(sheet.errors()).toEqual({});
    sheet.answer('groups', [{ kind: 'a' }, { kind: 'b' }, { kind: 'a' }]);
    expect(sheet.errors()).toEqual({ '/groups/2/kind': ['duplicate_items'] });
  });

  it('rows in rows are checked where they stand and stored without empty cells and rows', async () => {
    const sheet = await steps();
    sheet.answer('visits', [{ days: [{ day: '2026-01-01', count: -1 }, { count: 3 }] }]);
    expect(sheet.errors()).toEqual({ '/visits/0/days/0/count': ['minimum'], '/visits/0/days/1/day': ['required'] });
    sheet.answer('visits', [{ days: [{ day: '2026-01-01', count: '' }, { day: '' }] }, { days: [{ day: '' }] }]);
    expect(sheet.stored().visits).toEqual([{ days: [{ day: '2026-01-01' }] }]);
  });

  it('errors are told in the order of questions, rows and columns', async () => {
    const { form } = await steps();
    const ordered = [
      '/lines/0/name',
      '/visits/2',
      '/visits/2/people',
      '/visits/2/days/0/day',
      '/visits/2/days/0/count',
    ];
    const all = [...ordered, '/visits/10/people', '/visits/10/days/0/day'];
    expect(sortPointersByForm(form, all.toReversed())).toEqual(all);
  });

  it('collect gathers every different value of a column, in order, and is absent when there is none', async () => {
    const sheet = await steps();
    sheet.answer('visits', [{ people: ['x', 'y'] }, {}, { people: ['y', 'z'] }]);
    expect(sheet.data.all).toEqual(['x', 'y', 'z']);
    const before = sheet.data.all;
    expect(sheet.answer('lines', [{ id: 'a', name: 'A' }]).data.all).toBe(before);
    expect(sheet.clear('visits').data.all).toBeUndefined();
  });
});
