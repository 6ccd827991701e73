import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/core/definitions/types.ts';
import { migrateAnswers } from '../../src/core/definitions/versions/migrate.ts';
import { retainRestrictedAnswers } from '../../src/core/records/keepRestricted.ts';
import { restrictedNames, withoutRestricted } from '../../src/core/records/restricted.ts';
import { type FormSpec, form, words } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const text = { type: 'string', minLength: 1, maxLength: 250 };
const number = { type: 'number' };
const rows = (properties: object, maxItems = 30) => ({
  type: 'array',
  maxItems,
  items: { type: 'object', additionalProperties: false, properties },
});
const option = (value: string, parent?: string) => ({ value, label: words(value), ...(parent && { parent }) });
const column = (type: Field['type'], more: object = {}) => ({ type, ...more });

/** A household with its members, and the visits of each. */
const household = (
  more: { members?: object; member?: Record<string, object>; visit?: Record<string, object> } & Partial<FormSpec> = {},
) => {
  const { members, member = {}, visit = {}, fields, ...rest } = more;
  const visits = {
    type: 'table',
    columns: { day: column('date'), cost: column('decimal', visit.cost), fee: column('decimal', visit.fee) },
    ...member.visits,
  };
  return fill({
    fields: {
      size: { type: 'integer' },
      rate: { type: 'decimal' },
      ...fields,
      members: {
        type: 'table',
        columns: {
          name: column('text', member.name),
          age: column('decimal', member.age),
          kind: column('choice', {
            options: [option('pupil', 'child'), option('baby', 'child'), option('worker', 'adult')],
            ...member.kind,
          }),
          total: column('decimal', member.total),
          visits,
        } as never,
        contract: rows({
          name: text,
          age: number,
          kind: { type: 'string', enum: ['pupil', 'baby', 'worker'] },
          total: number,
          visits: rows({ day: { type: 'string', format: 'date' }, cost: number, fee: number }, 5),
        }),
        ...members,
      } as never,
    },
    ...rest,
  });
};

describe('a table in a row', () => {
  it('hides, requires and calculates cells by the cells of its own row', async () => {
    const sheet = await household({
      visit: {
        cost: { requiredWhen: { expr: 'day > "2026-01-01"' } },
        fee: { type: 'derived', derived: { expr: 'cost / 2' }, visibleWhen: { field: 'cost', is: { minimum: 10 } } },
      },
    });
    const visits = [{ day: '2026-02-01', cost: 20 }, { day: '2026-02-02', cost: 4, fee: 9 }, { day: '2026-02-03' }];
    sheet.answer('members', [{ name: 'Ali' }, { name: 'Mina', visits }]);
    expect(sheet.stored().members).toEqual([
      { name: 'Ali' },
      {
        name: 'Mina',
        visits: [{ day: '2026-02-01', cost: 20, fee: 10 }, { day: '2026-02-02', cost: 4 }, { day: '2026-02-03' }],
      },
    ]);
    expect(sheet.errors()).toEqual({ '/members/1/visits/2/cost': ['required'] });
  });

  it('is calculated before the cells of the outer row that read it', async () => {
    const sheet = await household({
      member: { total: { type: 'derived', derived: { expr: 'sum(visits.map(v, v.fee))' } } },
      visit: { fee: { type: 'derived', derived: { expr: 'cost * 2' } } },
    });
    sheet.answer('members', [{ visits: [{ cost: 1 }, { cost: 4 }] }]);
    expect(sheet.stored().members).toMatchObject([{ total: 10 }]);
  });

  it('is hidden with what is in it', async () => {
    const sheet = await household({ member: { visits: { visibleWhen: { expr: 'age < 5' } } } });
    const visits = [{ cost: 1 }];
    sheet.answer('members', [{ age: 3, visits }, { age: 7, visits }, { visits: [{ cost: '' }] }]);
    expect(sheet.stored().members).toEqual([{ age: 3, visits }, { age: 7 }]);
    expect(sheet.data.members).toMatchObject([{ visits }, { visits }, {}]);
  });
});

describe('a row reads the answers around it', () => {
  it('in conditions, values and filters, at every depth; its own cells come first', async () => {
    const sheet = await household({
      member: { age: { visibleWhen: { field: 'size', is: { minimum: 2 } } } },
      visit: {
        cost: { visibleWhen: { expr: 'age >= size' } },
        fee: { type: 'derived', derived: { expr: 'cost * rate' } },
      },
    });
    sheet.answer('rate', 3).answer('size', 2);
    sheet.answer('members', [
      { age: 5, visits: [{ cost: 10 }] },
      { age: 1, visits: [{ day: '2026-01-01', cost: 10 }] },
    ]);
    expect(sheet.stored().members).toEqual([
      { age: 5, visits: [{ cost: 10, fee: 30 }] },
      { age: 1, visits: [{ day: '2026-01-01' }] },
    ]);
    sheet.answer('size', 1);
    expect(sheet.stored().members).toEqual([{ visits: [{ day: '2026-01-01' }] }]);
  });

  it('after they are calculated, and an empty cell is not replaced by the answer of its name', async () => {
    const sheet = await household({
      fields: {
        double: { type: 'derived', derived: { expr: 'size * 2' } },
        total: { type: 'decimal' },
      },
      member: { age: { type: 'derived', derived: { expr: 'double + total' } } },
    });
    sheet.answer('total', 100).answer('size', 4);
    sheet.answer('members', [{ total: 1 }, { name: 'Ali' }]);
    expect(sheet.stored().members).toEqual([{ total: 1, age: 9 }, { name: 'Ali' }]);
  });

  it('requires a cell by an answer of the record, where JSON Schema cannot say it', async () => {
    const sheet = await household({ member: { name: { requiredWhen: { field: 'size', is: { const: 1 } } } } });
    sheet.answer('members', [{ age: 1 }, { age: 2, name: 'Ali' }]);
    expect(sheet.errors()).toEqual({});
    expect(sheet.answer('size', 1).errors()).toEqual({ '/members/0/name': ['required'] });
  });
});

describe('the number of rows from an answer', () => {
  const counted = () => household({ members: { count: { expr: 'size' } } });

  it('adds empty rows, takes empty ones away, and lets filled ones stand as an error', async () => {
    const sheet = await counted();
    expect(sheet.answer('size', 2).data.members).toEqual([{}, {}]);
    expect(sheet.errors()).toEqual({ '/members': ['rows_missing'] });
    sheet.answer('members', [{ name: 'Ali' }, {}]);
    expect(sheet.rawErrors()).toEqual({ '/members': [{ code: 'rows_missing', params: { count: 1, limit: 2 } }] });
    expect(sheet.answer('members', [{ name: 'Ali' }, { name: 'Mina' }]).errors()).toEqual({});
    expect(sheet.answer('size', 4).data.members).toEqual([{ name: 'Ali' }, { name: 'Mina' }, {}, {}]);
    expect(sheet.answer('size', 1).data.members).toEqual([{ name: 'Ali' }, { name: 'Mina' }]);
    expect(sheet.rawErrors()).toEqual({ '/members': [{ code: 'rows_surplus', params: { count: 1, limit: 1 } }] });
  });

  it('leaves rows free while it is unanswered, and asks for no more than the contract allows', async () => {
    const sheet = await counted();
    expect(sheet.answer('members', [{ name: 'Ali' }]).errors()).toEqual({});
    expect(sheet.answer('size', 500).data.members).toHaveLength(30);
  });

  it('takes away rows in which nothing but a default stands', async () => {
    const sheet = await household({ members: { count: { expr: 'size' } }, member: { total: { default: 'rate' } } });
    sheet.answer('rate', 7).answer('size', 3);
    sheet.answer('members', [{ name: 'Ali' }, { total: 8 }, { total: 7 }]);
    expect(sheet.answer('size', 1).data.members, 'somebody typed 8').toEqual([{ name: 'Ali' }, { total: 8 }]);
  });

  it('counts the rows in a row by its cells', async () => {
    const sheet = await household({ member: { visits: { count: { expr: 'age' } } } });
    sheet.answer('members', [
      { age: 2, visits: [{ cost: 1 }, { cost: 2 }] },
      { age: 1, visits: [{ cost: 1 }, { cost: 2 }] },
    ]);
    expect(sheet.errors()).toEqual({ '/members/1/visits': ['rows_surplus'] });
  });
});

describe('a constraint over a row', () => {
  it('is shown at the cell of each row in which it does not hold, and reads the record too', async () => {
    const sheet = await household({
      member: { total: { visibleWhen: { expr: 'age > 1' } } },
      constraints: [
        { id: 'a', expr: 'total <= size', at: 'members.total', message: words('too much') },
        { id: 'b', expr: 'cost <= age', at: 'members.visits.cost', message: words('too dear') },
      ],
    });
    sheet.answer('size', 3);
    sheet.answer('members', [
      { age: 1, total: 9, visits: [{ cost: 1 }, { cost: 2 }] },
      { age: 2, total: 9 },
      { age: 2, total: 3 },
      { age: 2 },
    ]);
    expect(sheet.rawErrors()).toEqual({
      '/members/0/visits/1/cost': [{ code: 'constraint', params: { sentence: words('too dear') } }],
      '/members/1/total': [{ code: 'constraint', params: { sentence: words('too much') } }],
    });
  });
});

describe('a filter in a row', () => {
  it('refuses what the cells of the row do not offer', async () => {
    const sheet = await household({
      member: { kind: { filter: 'option.parent == (age < 15 ? "child" : "adult")' } },
    });
    sheet.answer('members', [
      { age: 3, kind: 'baby' },
      { age: 30, kind: 'pupil' },
    ]);
    expect(sheet.errors()).toEqual({ '/members/1/kind': ['choice'] });
  });
});

describe('a column of a table in a row', () => {
  const version = (name: string, codes: string[], more: object = {}) =>
    form({
      ...more,
      fields: {
        members: {
          type: 'table',
          columns: {
            age: column('integer', { id: 'q_age' }),
            visits: column('table', {
              id: 'q_visits',
              columns: {
                [name]: column('choice', { id: 'q_kind', options: codes.map((code) => option(code)) }),
                note: column('text', { id: 'q_note', restricted: true }),
              },
            }),
          } as never,
          contract: rows({ age: number, visits: rows({ [name]: { type: 'string', enum: codes }, note: text }) }),
        },
      },
    });

  it('is read under its new name, with its options mapped, as a newer version has them', () => {
    const mapping = { 'members.visits.sort': { near: 'clinic', far: null } };
    const versions = [
      version('kind', ['near', 'far', 'home']),
      version('sort', ['clinic', 'home'], { version: 2, migrate: { map: mapping } }),
    ];
    const visits = [{ kind: 'near', note: 'x' }, { kind: 'far' }, { kind: 'home' }];
    expect(migrateAnswers({ members: [{ age: 3, visits }] }, versions, 1, 2)).toEqual({
      data: { members: [{ age: 3, visits: [{ sort: 'clinic', note: 'x' }, {}, { sort: 'home' }] }] },
      dropped: ['members.visits.kind'],
    });
  });

  it('is hidden from those who may not see it, and kept when they save', () => {
    const hidden = restrictedNames([version('kind', ['near'])], new Set(['q_note']));
    const stored = { members: [{ age: 3, visits: [{ kind: 'near', note: 'x' }] }] };
    const shown = { members: [{ age: 3, visits: [{ kind: 'near' }] }] };
    expect(withoutRestricted(stored, hidden)).toEqual(shown);
    expect(retainRestrictedAnswers(shown, stored, hidden)).toEqual(stored);
  });
});
