import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RecordData } from '../../src/core/definitions/types.ts';
import { errorSentence } from '../../src/core/errors/recordErrors.ts';
import { applicableColumns } from '../../src/core/form/conditions.ts';
import { isCarriedOver } from '../../src/core/problems/log.ts';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { form, words } from '../support/form.ts';
import { ROWS } from '../support/problem.ts';
import { fill } from '../support/sheet.ts';

const types = [
  { id: '1', code: 'water', category: 'environment' },
  { id: '2', code: 'books', category: 'teaching' },
];
const spec = {
  problems: { types: 'problem-type.wells', field: 'problems' },
  fields: {
    water: { type: 'rating', problemWhen: { enum: ['bad'] } },
    books: { type: 'rating', problemWhen: { enum: ['bad', 'fair'] } },
    problems: { type: 'problems' },
  },
  sections: { environment: ['water'], teaching: ['books'], found: ['problems'] },
} as const;

const open = () => fill(structuredClone(spec) as never);

describe('an answer that flags a problem', () => {
  it('requires the details of a problem of its type', async () => {
    const sheet = await open();
    sheet.answer('water', 'bad');
    expect(sheet.errors({ problemTypes: types })).toEqual({ '/water': ['problem_details'] });
    sheet.answer('problems', [{ problem_type_id: '2', problem_details: 'Torn books' }]).answer('books', 'good');
    expect(sheet.errors({ problemTypes: types })).toEqual({ '/water': ['problem_details'] });
    sheet.answer('problems', [{ problem_type_id: '1', problem_details: 'The pump is broken' }]);
    expect(sheet.errors({ problemTypes: types })).toEqual({});
  });

  it('points to the empty details when the problem is there without them', async () => {
    const sheet = await open();
    sheet.answer('water', 'bad').answer('problems', [{ problem_type_id: '1' }]);
    expect(sheet.errors({ problemTypes: types })).toEqual({ '/problems/0/problem_details': ['problem_details'] });
  });

  it('flags by its own schema', async () => {
    const sheet = await open();
    expect(sheet.answer('books', 'fair').errors({ problemTypes: types })).toEqual({ '/books': ['problem_details'] });
    expect(sheet.answer('books', 'good').errors({ problemTypes: types })).toEqual({});
  });
});

describe('a problem', () => {
  it('needs its category rated first, and says which', async () => {
    const sheet = await open();
    sheet.answer('problems', [{ problem_type_id: '1', problem_details: 'The pump is broken' }]);
    expect(sheet.rawErrors({ problemTypes: types })).toEqual({
      '/problems/0/problem_type_id': [{ code: 'problem_category_first', params: { category: words('environment') } }],
    });
    expect(sheet.answer('water', 'good').errors({ problemTypes: types })).toEqual({});
  });

  it('that is carried along untouched needs no rating; touched or new it does', async () => {
    const carried = {
      id: 'p1',
      problem_type_id: '1',
      problem_details: 'The pump is broken',
      problem_status_id: 'ongoing',
    };
    const context = { problemTypes: types, knownProblems: [carried] };
    const first = { '/problems/0/problem_type_id': ['problem_category_first'] };
    const sheet = await open();
    expect(sheet.answer('problems', [carried]).errors(context)).toEqual({});
    expect(sheet.answer('problems', [{ ...carried, problem_details: 'Worse now' }]).errors(context)).toEqual(first);
    expect(sheet.answer('problems', [{ ...carried, problem_status_id: 'solved' }]).errors(context)).toEqual(first);
    expect(isCarriedOver({ ...carried, advocated_by_id: ['0198c000-0000-7000-8000-000000000002'] }, [carried])).toBe(
      false,
    );
    expect(sheet.answer('problems', [{ ...carried, id: 'p2' }]).errors(context)).toEqual(first);
    const { id: _id, ...added } = carried;
    expect(sheet.answer('problems', [carried, added]).errors(context)).toEqual({
      '/problems/1/problem_type_id': ['problem_category_first'],
    });
    expect(sheet.answer('water', 'good').errors(context)).toEqual({});
  });

  it.each(LANGUAGES)('is not solved before it was identified, and says so in %s', async (language) => {
    const read = (file: string) =>
      JSON.parse(readFileSync(new URL(`../../locales/${language}/${file}.json`, import.meta.url), 'utf8'));
    const found = { id: 'p1', problem_type_id: '2', problem_details: 'Torn books', date_identified: '2026-05-02' };
    const sheet = await open();
    sheet.answer('books', 'good').answer('problems', [{ ...found, date_solved: '2026-05-02' }]);
    expect(sheet.errors({ problemTypes: types })).toEqual({});
    sheet.answer('problems', [{ ...found, date_solved: '2026-05-01' }]);
    expect(sheet.errors({ problemTypes: types })).toEqual({ '/problems/0/date_solved': ['not_before'] });
    const params = sheet.rawErrors()['/problems/0/date_solved']?.[0]?.params;
    // The sentence uses the same label as the input.
    const asked = form(spec as never).row?.fields.get('date_identified')?.def.label;
    const sentence = errorSentence(read('errors'), 'not_before', params, language);
    expect(sentence).toContain(asked?.[language] ?? '?');
  });

  it('has what its form names of it: a due day with the second version, not before it was identified', async () => {
    const second = structuredClone(spec) as Record<string, Record<string, unknown>>;
    const items = ROWS.find(({ definition }) => definition.version === 2)?.schema;
    second.problems = { ...second.problems, row: 'problem@2' };
    second.fields = { ...second.fields, problems: { type: 'problems', contract: { type: 'array', items } } };
    const due = (solved_by_date: string) => ({
      problem_type_id: '2',
      problem_details: 'Torn books',
      date_identified: '2026-05-02',
      solved_by_date,
    });
    const [older, newer] = [await open(), await fill(second as never)];
    for (const sheet of [older, newer]) sheet.answer('books', 'good').answer('problems', [due('2026-05-02')]);
    expect(older.errors()).toEqual({ '/problems/0/solved_by_date': ['unknown_field'] });
    expect(newer.errors()).toEqual({});
    newer.answer('problems', [due('2026-05-01')]);
    expect(newer.errors()).toEqual({ '/problems/0/solved_by_date': ['not_before'] });
  });

  it('is asked what belongs to its status, and what was answered', async () => {
    const visit = form(spec as never);
    const columns = visit.fields.get('problems')?.columns ?? [];
    const { validator } = await open();
    const asked = (problem: RecordData) => applicableColumns(columns, validator, problem).map(({ name }) => name);
    const solved = ['date_solved', 'resolution_steps', 'solved_by_id'];
    expect(asked({ problem_status_id: 'solved' })).toEqual(expect.arrayContaining(solved));
    expect(asked({ problem_status_id: 'ongoing', date_solved: '2026-05-02' })).toEqual(expect.arrayContaining(solved));
    for (const name of [...solved, 'advocated_by_id'])
      expect(asked({ problem_status_id: 'ongoing' })).not.toContain(name);
    expect(asked({ problem_status_id: 'advocated' })).toContain('advocated_by_id');
    expect(asked({ problem_status_id: 'ongoing', advocated_by_id: ['someone'] })).toContain('advocated_by_id');
  });

  it('that somebody is advocating is not stored as on-going; solved and dropped stand', async () => {
    const sheet = await open();
    const row = { id: 'p1', problem_type_id: '2', problem_details: 'Torn books', advocated_by_id: ['someone'] };
    const stored = (problem_status_id: string) => {
      sheet.answer('books', 'good').answer('problems', [{ ...row, problem_status_id }]);
      return (sheet.stored().problems as { problem_status_id: string }[])[0]?.problem_status_id;
    };
    expect(stored('ongoing')).toBe('advocated');
    for (const status of ['advocated', 'solved', 'dropped']) expect(stored(status)).toBe(status);
  });

  it('is of a type on the list of its form', async () => {
    const sheet = await open();
    sheet.answer('water', 'good').answer('problems', [{ problem_type_id: '77', problem_details: 'Something' }]);
    expect(sheet.errors({ problemTypes: types })).toEqual({ '/problems/0/problem_type_id': ['choice'] });
  });
});
