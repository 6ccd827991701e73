import { describe, expect, it } from 'vitest';
import { coerceAnswers } from '../../src/core/form/coerce.ts';
import { form, words } from '../support/form.ts';
import fc from '../support/property.ts';

const visit = form({
  problems: { types: 'problem-type.wells', field: 'problems' },
  fields: {
    name: { type: 'text' },
    depth: { type: 'integer' },
    yield: { type: 'decimal' },
    visited: { type: 'date' },
    at: { type: 'datetime' },
    phone: { type: 'phone' },
    monitor_id: { type: 'person', person: { forms: ['staff'] }, aliases: ['local_monitor'] },
    helpers: { type: 'person', person: { forms: ['staff'], multiple: true } },
    water: { type: 'rating', id: 'q_water' },
    fence: { type: 'rating' },
    water_users: {
      type: 'counts',
      rows: [
        { id: 'q_water_men', name: 'water_male_count', label: words('Men') },
        { id: 'q_water_women', name: 'water_female_count', label: words('Women') },
      ],
    },
    lines: { type: 'table', columns: { item: { type: 'text' }, pieces: { type: 'integer' } } as never },
    problems: { type: 'problems' },
    kind: { type: 'choice', options: [{ value: '1', label: words('Open') }] },
    rope: { type: 'choice', id: 'q_rope', options: [{ value: 'yes', label: words('Yes') }] },
    rope_text: { type: 'longtext', remarkOf: 'rope' },
    papers: {
      type: 'matrix',
      rows: [
        { id: 'q_plan', name: 'papers_plan', label: words('Plan') },
        { id: 'q_budget', name: 'papers_budget', label: words('Budget') },
      ],
      aliases: ['papers.plan', 'papers.budget'],
    },
  },
});
/** Returns the result of `coerce` without the names that the body contains. */
const answersOf = (form: typeof visit, body: unknown) => {
  const { data, errors } = coerceAnswers(form, body);
  return { data, errors };
};
const read = (body: unknown) => answersOf(visit, body);

describe('answers of a section that come together', () => {
  it('are read under the documented names of the section, and only there', () => {
    const asked = form({
      sections: [{ id: 'process', title: words('Process'), fields: ['open'], aliases: ['process_questions'] }] as never,
      fields: { open: { type: 'yesno', id: 'q_open' } },
    });
    expect(answersOf(asked, { process_questions: { open: 'yes' } })).toEqual({ data: { open: 'yes' }, errors: {} });
    expect(coerceAnswers(asked, { process_questions: [{ id: 'q_open', answer: 'no' }] }).data).toEqual({ open: 'no' });
    expect(coerceAnswers(asked, { decision_questions: { open: 'yes' } }).errors).toHaveProperty('/decision_questions');
  });
});

describe('a form-encoded body', () => {
  it('gets the types of the contract', () => {
    expect(read({ name: '  Chahardeh ', depth: '12', yield: '1.5', kind: 1, helpers: ['a', 'b'] }).data).toEqual({
      name: 'Chahardeh',
      depth: 12,
      yield: 1.5,
      kind: '1',
      helpers: ['a', 'b'],
    });
  });

  it('may use both digit sets where a number, a date or a phone is typed', () => {
    expect(
      read({ depth: '۱۲', yield: '۱٬۲۳۴٫۵', visited: '۲۰۲۶-۱۱-۲۰', phone: '٠٧٠٠١٢٣٤٥٦', name: 'چاه ۱۲' }).data,
    ).toEqual({
      depth: 12,
      yield: 1234.5,
      visited: '2026-11-20',
      phone: '0700123456',
      name: 'چاه ۱۲',
    });
  });

  it('carries lists as number keys, one value or one text', () => {
    expect(read({ helpers: { 1: 'b', 0: 'a' } }).data).toEqual({ helpers: ['a', 'b'] });
    expect(read({ helpers: 'a' }).data).toEqual({ helpers: ['a'] });
    expect(read({ helpers: 'a, b' }).data).toEqual({ helpers: ['a', 'b'] });
    expect(read({ lines: { 0: { item: 'Desk', pieces: '3' } } }).data).toEqual({
      lines: [{ item: 'Desk', pieces: 3 }],
    });
  });

  it('may carry rows as JSON text', () => {
    expect(read({ lines: '[{"item":"Desk","pieces":"3"}]' }).data).toEqual({ lines: [{ item: 'Desk', pieces: 3 }] });
    expect(read({ lines: '[{' }).data).toEqual({ lines: '[{' });
  });

  it('gives moments in UTC', () => {
    expect(read({ at: '2026-11-20T12:30:00+04:30' }).data).toEqual({ at: '2026-11-20T08:00:00.000Z' });
    expect(read({ at: 'noon' }).data).toEqual({ at: 'noon' });
  });

  it('leaves out what is empty', () => {
    expect(read({ name: '', depth: '', visited: null, helpers: '' })).toEqual({ data: { helpers: [] }, errors: {} });
  });

  it('keeps what cannot be read, so that the validator names the field', () => {
    expect(read({ depth: 'deep', yield: '1,2' }).data).toEqual({ depth: 'deep', yield: '1,2' });
  });
});

describe('documented names', () => {
  it('of the same value become the stored name, which wins', () => {
    expect(read({ local_monitor: 'p1' }).data).toEqual({ monitor_id: 'p1' });
    expect(read({ local_monitor: 'p1', monitor_id: 'p2' }).data).toEqual({ monitor_id: 'p2' });
    expect(read({ monitor_id: 'p2', local_monitor: 'p1' }).data).toEqual({ monitor_id: 'p2' });
  });

  it('that nobody knows are errors', () => {
    expect(read({ colour: 'red', 'a/b': 1 }).errors).toEqual({
      '/colour': [{ code: 'unknown_field' }],
      '/a~1b': [{ code: 'unknown_field' }],
    });
    expect(read({ lines: [{ colour: 'red' }] }).errors).toEqual({ '/lines/0/colour': [{ code: 'unknown_field' }] });
  });

  it('of a problem have second names, and answers carry more than is stored', () => {
    expect(
      read({
        problems: [{ type_id: '1', problem_status: 'solved', problem_details: 'x', name: 'Broken pump', number: 1 }],
      }),
    ).toEqual({
      data: { problems: [{ problem_type_id: '1', problem_status_id: 'solved', problem_details: 'x' }] },
      errors: {},
    });
  });
});

describe('ratings and answers', () => {
  it.each([
    ['by stored name', { water: 'good', fence: 'bad' }],
    ['by question id', { q_water: 'good', q_fence: 'bad' }],
    [
      'as rows',
      [
        { id: 'q_water', rate: 'good' },
        { id: 'fence', rate: 'bad' },
      ],
    ],
    ['in categories', { environment: [{ id: 'q_water', rate: 'good' }], other: { 0: { id: 'q_fence', rate: 'bad' } } }],
    [
      'in a list of categories',
      [
        {
          category: 'environment',
          questions: [
            { id: 'q_water', rate: 'good' },
            { id: 'q_fence', rate: 'bad' },
          ],
        },
      ],
    ],
    [
      'in a list of categories with ids',
      [
        {
          id: 3,
          title: 'Environment',
          questions: [
            { id: 'q_water', rate: 'good' },
            { id: 'q_fence', rate: 'bad' },
          ],
        },
      ],
    ],
  ])('%s become flat', (_shape, ratings) => {
    expect(read({ ratings })).toEqual({ data: { water: 'good', fence: 'bad' }, errors: {} });
    expect(read({ answers: ratings })).toEqual({ data: { water: 'good', fence: 'bad' }, errors: {} });
  });

  it('that say not yet rated (0) or not asked (NA) are absent', () => {
    expect(read({ ratings: { water: '0', fence: 0 } })).toEqual({ data: {}, errors: {} });
    expect(
      read({
        ratings: [
          { id: 'q_water', rate: 'NA' },
          { id: 'q_fence', rate: null },
        ],
      }),
    ).toEqual({ data: {}, errors: {} });
    expect(read({ water: 0, fence: 'NA' })).toEqual({ data: {}, errors: {} });
  });

  it('carry the counts of their question, whose stored names begin with that of the question', () => {
    expect(
      read({ ratings: [{ id: 'q_water', rate: 'good', male_count: '3', female_count: '۴', name_en: 'Water' }] }),
    ).toEqual({ data: { water: 'good', water_male_count: 3, water_female_count: 4 }, errors: {} });
    expect(read({ ratings: [{ id: 'q_fence', rate: 'bad', male_count: '3' }] }).data).toEqual({ fence: 'bad' });
  });

  it('of unknown questions are errors', () => {
    expect(read({ ratings: [{ id: 'q_gone', rate: 'good' }] }).errors).toEqual({
      '/ratings/0': [{ code: 'unknown_field' }],
    });
  });
});

describe('a question with a remark', () => {
  it('is sent as choice_id and text, by name, by id or in a list', () => {
    const wanted = { rope: 'yes', rope_text: 'New' };
    const answer = { choice_id: 'yes', text: 'New' };
    expect(read({ answers: { rope: answer } })).toEqual({ data: wanted, errors: {} });
    expect(read({ answers: { q_rope: answer } }).data).toEqual(wanted);
    expect(read({ answers: [{ id: 'q_rope', ...answer }] }).data).toEqual(wanted);
    expect(read({ answers: { rope: { choice_id: 'yes', text: '' } } }).data).toEqual({ rope: 'yes' });
  });

  it('is an error when the question is unknown or takes no remark', () => {
    expect(read({ answers: { gone: { choice_id: 'yes' } } }).errors).toEqual({
      '/answers/gone': [{ code: 'unknown_field' }],
    });
    expect(read({ answers: { kind: { choice_id: '1', text: 'Why?' } } }).errors).toEqual({
      '/answers/kind': [{ code: 'unknown_field' }],
    });
  });
});

describe('a group of documented names', () => {
  it('is nested or JSON text', () => {
    const wanted = { papers_plan: 'good', papers_budget: 'bad' };
    expect(read({ papers: { plan: 'good', budget: 'bad' } })).toEqual({ data: wanted, errors: {} });
    expect(read({ papers: '{"plan": "good", "budget": "bad"}' })).toEqual({ data: wanted, errors: {} });
    expect(read({ papers: '' })).toEqual({ data: {}, errors: {} });
  });

  it('knows its own names only', () => {
    expect(read({ papers: { roof: 'good' } }).errors).toEqual({ '/papers/roof': [{ code: 'unknown_field' }] });
    expect(read({ papers: 'plan' }).errors).toEqual({ '/papers': [{ code: 'type' }] });
  });
});

describe('anything at all', () => {
  it('never throws, never invents a name, and reads its own answer the same way', () => {
    const key = fc.oneof(
      fc.constantFrom(
        'name',
        'depth',
        'ratings',
        'answers',
        'papers',
        'rope',
        'problems',
        'lines',
        'helpers',
        'water',
        '__proto__',
        'constructor',
        'q_water',
      ),
      fc.string(),
    );
    const body = fc.dictionary(key, fc.anything({ maxDepth: 4, key, withNullPrototype: true }));
    fc.assert(
      fc.property(fc.oneof(body, fc.anything()), (raw) => {
        const { data } = read(raw);
        for (const name of Object.keys(data)) expect(visit.byProperty.has(name)).toBe(true);
        expect(read(data).data).toEqual(data);
      }),
      { numRuns: 2000 },
    );
  });

  it('drops characters that databases refuse', () => {
    expect(read({ name: 'a\u0000b\ud800c' }).data).toEqual({ name: 'ab\ufffdc' });
  });
});

describe('what a body speaks of', () => {
  it('is named by stored names, also where it says nothing of it', () => {
    const { named } = coerceAnswers(
      visit,
      Object.fromEntries([...visit.fields.keys()].slice(0, 2).map((name) => [name, null])),
    );
    expect(named).toEqual(new Set([...visit.fields.values()].slice(0, 2).flatMap(({ properties }) => properties)));
    expect(coerceAnswers(visit, {}).named.size).toBe(0);
  });
});
