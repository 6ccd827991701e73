/** What is made of a restricted answer is restricted too, at every depth, and what cannot be hidden is refused. */
import { describe, expect, it } from 'vitest';
import type { IssueCode } from '../../src/core/check/issues/issue.ts';
import { checkRestricted, restrictedAnswers } from '../../src/core/check/restricted.ts';
import type { FormVersion } from '../../src/core/definitions/formulas.ts';
import { expressionReadsOf } from '../../src/core/expressions/program.ts';
import { isReadRestricted, restrictedNamesFromPaths } from '../../src/core/records/restricted.ts';
import { findRestrictions } from '../../src/core/records/taint.ts';
import { type FormSpec, source, words } from '../support/form.ts';
import { restrictedPlaces } from '../support/restricted-places.ts';

const option = (value: string) => ({ value, label: words(value), parent: 'x' });
const text = { type: 'text' } as const;
const shownBy = (expr: string) => ({ visibleWhen: { expr } });
const ASKS = 'caller.startsWith("م")';

/** A form with restricted answers, which every case extends. */
const TIP: FormSpec = {
  form: 'tip',
  fields: {
    subject: text,
    caller: { ...text, restricted: true },
    met: { type: 'date', restricted: true },
    kind: { type: 'choice', options: [option('a'), option('b')], restricted: true },
    copied: { type: 'derived', derived: { expr: 'caller + "!"' }, contract: { type: 'string' } },
    twice: { type: 'derived', derived: { concat: ['copied', 'subject'] }, contract: { type: 'string' } },
    people: { type: 'table', columns: { role: text, contact: { ...text, restricted: true } } as never },
  },
};
const file = (spec: FormSpec, frozen = false) => ({ path: '', schemaPath: '', ...source(spec), frozen });
const withFields = (fields: FormSpec['fields'], more: Partial<FormSpec> = {}): FormSpec => ({
  ...TIP,
  ...more,
  fields: { ...TIP.fields, ...fields },
});
/** A form below the tip, or one that names tips. */
const below = (fields: FormSpec['fields']): FormSpec => ({
  form: 'note',
  parent: { forms: ['tip'], field: 'tip_id' },
  fields: { tip_id: { type: 'record', record: { forms: ['tip'] } }, ...fields },
});
const constraint = (expr: string, at = 'subject'): Partial<FormSpec> => ({
  constraints: [{ id: 'rule', expr, at, message: words('No') }],
});
const withColumn = (column: object): FormSpec['fields'] => ({
  people: { type: 'table', columns: { ...TIP.fields.people?.columns, more: { ...text, ...column } } as never },
});

const REFUSED: Record<string, FormSpec> = {
  'a condition of a question': withFields({ reply: { ...text, ...shownBy(ASKS) } }),
  'a condition of a question over rows': withFields({
    reply: { ...text, ...shownBy('people.exists(p, p.contact == "0799")') },
  }),
  'a condition of a section': {
    ...TIP,
    sections: {
      one: ['caller', 'copied', 'twice', 'people', 'met', 'kind'],
      two: { fields: ['subject'], ...shownBy(ASKS) },
    },
  },
  'a condition of a group': {
    ...TIP,
    sections: {
      one: {
        fields: [
          ...['caller', 'copied', 'twice', 'people', 'met', 'kind'],
          { group: 'g', title: words('G'), fields: ['subject'], ...shownBy(ASKS) },
        ] as never,
      },
    },
  },
  'a condition of a column': withFields(withColumn(shownBy('contact == "0799" || caller == "x"'))),
  'what must be answered': withFields({ reply: { ...text, requiredWhen: { field: 'caller', is: { minLength: 3 } } } }),
  'the number of rows': withFields({
    calls: { type: 'table', count: { expr: 'size(twice)' }, columns: { at: text } as never },
  }),
  'the reason of a constraint': withFields(
    { why: text },
    { constraints: [{ id: 'rule', expr: `!${ASKS}`, at: 'caller', reason: 'why', message: words('Why') }] },
  ),
  'a default of the answers': withFields({ greeting: { ...text, default: 'caller' } }),
  'a default of the last record': withFields({ greeting: { ...text, default: 'last.caller' } }),
  'a default of the record above': below({ greeting: { ...text, default: 'parent.caller' } }),
  'a default of something derived above': below({ greeting: { ...text, default: 'parent.twice' } }),
  'a filter': withFields({
    part: { type: 'choice', options: [option('a')], filter: 'option.parent == caller' },
  }),
  'a filter by an attribute of other records': below({
    other: { type: 'record', record: { forms: ['tip'] }, filter: 'option.copied == "x"' },
  }),
  'records with a certain answer': below({
    other: { type: 'record', record: { forms: ['tip'], where: { caller: 'x' } } },
  }),
  'records with the same answer': withFields({
    other: { type: 'record', record: { forms: ['note'], same: { text: 'caller' } } },
  }),
  'a constraint': withFields({}, constraint(`!${ASKS}`)),
  'a constraint over rows that are compared': withFields(
    {},
    constraint('people.filter(p, p.role == "a") != people.filter(q, q.role == "b")'),
  ),
  'a constraint that names it between quotation marks': withFields({}, constraint('""" " """ + caller != """ " """')),
  'an order of dates': withFields({ until: { type: 'date', notBefore: 'met' } }),
  'a problem': withFields({ water: { type: 'rating', problemWhen: { expr: ASKS } as never } }),
  'the code': { ...TIP, code: { pattern: 'T_{seq}', by: { field: 'kind', patterns: { a: 'A_{seq}' } } } },
  'the date': { ...TIP, date: 'met' },
  'the place': withFields(
    { where: { type: 'place', bind: { province: 'province' }, restricted: true } },
    { place: 'where' },
  ),
  'the order of the list': { ...TIP, list: { columns: ['subject'], sort: '-copied' } },
  'a public page': {
    ...TIP,
    api: {
      base: 'tips',
      public: { page: '/t/:token', issuer: words('Us'), fields: ['subject', 'twice'], states: ['verified'] },
    },
  },
  'the name': { ...TIP, name: ['caller'] },
  'the name by something derived': { ...TIP, name: ['twice'] },
  'the same record': { ...TIP, sameAs: { fields: ['caller'] } },
  'a unique answer': withFields({ caller: { ...text, restricted: true, unique: true } }),
  'a rule of the contract': {
    ...TIP,
    schema: { anyOf: [{ properties: { caller: { pattern: '^م' } } }, { required: ['subject'] }] },
  },
  'a rule of the contract over rows': withFields({
    people: {
      ...(TIP.fields.people as { type: 'table' }),
      contract: {
        type: 'array',
        items: {
          type: 'object',
          properties: { role: { type: 'string' }, contact: { type: 'string' } },
          dependentRequired: { contact: ['role'] },
        },
      },
    },
  }),
};

/** What the check finds in a form beside the tip, by its codes. */
function findings(spec: FormSpec, others: FormSpec[] = [TIP]): IssueCode[] {
  const form = file(spec);
  const files = [form, ...others.filter((one) => one.form !== spec.form).map((one) => file(one))];
  const found: IssueCode[] = [];
  const report = (_pointer: string, code: IssueCode) => void found.push(code);
  checkRestricted(form, restrictedAnswers(files), report, report);
  return found;
}

describe('what everybody would see of a restricted answer', () => {
  const refused = restrictedPlaces().filter(({ finding }) => finding !== '');
  it.each(refused)('is refused: $place', ({ place, finding }) => {
    expect(findings(REFUSED[place] as FormSpec)).toEqual([finding]);
  });

  it('is listed for each case', () => {
    expect(refused.map(({ place }) => place)).toEqual(Object.keys(REFUSED));
  });

  it('may stand between questions that are all restricted, and where nothing is told', () => {
    const restricted = true;
    expect(findings(TIP)).toEqual([]);
    for (const fields of [
      { reply: { ...text, ...shownBy(ASKS), restricted } },
      { greeting: { ...text, default: 'caller', restricted } },
      { reply: { ...text, ...shownBy('size(people) > 2 && people.exists(p, p.role == "x")') } },
      { hint: { type: 'note', ...shownBy(ASKS) } },
      { length: { type: 'derived', ...shownBy('subject == "x"'), derived: { expr: 'size(caller)' } } },
    ] as FormSpec['fields'][])
      expect([Object.keys(fields), findings(withFields(fields))]).toEqual([Object.keys(fields), []]);
    expect(findings(withFields({}, constraint(`!${ASKS}`, 'caller')))).toEqual([]);
    expect(findings(below({ greeting: { ...text, default: 'parent.subject' } }))).toEqual([]);
  });
});

describe('what an expression reads', () => {
  const hidden = restrictedNamesFromPaths(['caller', 'people.contact', 'people.visits.day']);
  it.each([
    ['caller', true],
    ['size(people)', false],
    ['has(people)', false],
    ['people == null', false],
    ['people.exists(p, p.role == "x")', false],
    ['people.exists(p, p.contact == "x")', true],
    ['people.filter(p, p.role == "x").map(p, p.contact).join("")', true],
    ['size(people.filter(p, p.role == "x").map(p, p))', false],
    ['people.filter(p, p.role == "x") == people', true],
    ['people.exists(p, p.visits.exists(v, v.day == "x"))', true],
    ['people.exists(p, size(p.visits) > 1)', false],
    ['(subject == "x" ? people : people).exists(p, p.contact == "x")', true],
    ['""" " """ + caller + """ " """', true],
    ['first(people).role == "x"', false],
    ['first(people).contact == "x"', true],
    ['people[1].contact == "x"', true],
    ['people[size(caller)].role == "x"', true],
    ['first(people) == null', false],
    ['people[0].visits[0].day == "x"', true],
    ['first(people.map(p, p.visits))[0].day == "x"', true],
    ['size(first(people).visits) > 1', false],
    ['first(people.filter(p, p.contact != null)).role == "x"', true],
    ['(subject == "x" ? first(people) : people[1]).contact == "x"', true],
    ['[subject, caller][0] == "x"', true],
    ['mod(size(caller), 2) + floor(1.5) > 1', true],
    ['"caller" == subject', false],
  ])('%s', (expr, isHidden) => {
    expect(isReadRestricted(expressionReadsOf(expr), hidden)).toBe(isHidden);
  });

  it('in a row begins with its cells', () => {
    expect(isReadRestricted(expressionReadsOf('contact == "x"'), hidden, 'people')).toBe(true);
    expect(isReadRestricted(expressionReadsOf('role == caller'), hidden, 'people')).toBe(true);
    expect(isReadRestricted(expressionReadsOf('role == "x"'), hidden, 'people')).toBe(false);
    expect(isReadRestricted(expressionReadsOf('row.index > 1'), hidden, 'people')).toBe(false);
    expect(isReadRestricted(expressionReadsOf('people[row.index - 2].contact == "x"'), hidden, 'people')).toBe(true);
  });
});

describe('restrictions', () => {
  const version = (spec: FormSpec): FormVersion => ({ definition: source(spec).definition });
  const ids = (sources: FormVersion[], lifted: string[] = []) =>
    Object.fromEntries(
      [...findRestrictions(sources, { isLifted: ({ question }) => lifted.includes(question) })].map(
        ([form, questions]) => [
          form,
          Object.fromEntries([...questions].map(([question, of]) => [question, [...of].sort().join()])),
        ],
      ),
    );
  const OPEN = { ...TIP, fields: { subject: text, caller: text, copied: TIP.fields.copied } } as FormSpec;

  it('go along derivations, and name the forms they come from', () => {
    const note = below({
      heard: { ...text, restricted: true, default: 'parent.twice' },
      again: { ...text, default: 'last.heard' },
    });
    expect(ids([version(TIP), version(note)])).toEqual({
      tip: { q_caller: 'tip', q_met: 'tip', q_kind: 'tip', q_contact: 'tip', q_copied: 'tip', q_twice: 'tip' },
      note: { q_heard: 'note,tip', q_again: 'note,tip' },
    });
  });

  it('go along entries of lists, parts of days and what is left of divisions', () => {
    const derived = (expr: string) => ({ type: 'derived', derived: { expr }, contract: { type: 'number' } });
    const more = withFields({
      size: derived('size(first(people).contact)'),
      size_again: derived('mod(floor(size / 2), 3)'),
      met_year: derived('year(met) + month(met) + day(met)'),
      place: derived('size(people[met_year].role)'),
      open: derived('size(first(people).role)'),
    } as never);
    const found = Object.keys(ids([version(more)]).tip ?? {});
    expect(['q_size', 'q_size_again', 'q_met_year', 'q_place', 'q_open'].filter((id) => found.includes(id))).toEqual([
      'q_size',
      'q_size_again',
      'q_met_year',
      'q_place',
    ]);
  });

  it('hold in every version, for what any version made of the answer', () => {
    const first = { ...OPEN, fields: { ...OPEN.fields, greeting: { ...text, default: 'caller' } } } as FormSpec;
    const second = {
      ...OPEN,
      version: 2,
      fields: { ...OPEN.fields, caller: { ...text, restricted: true }, greeting: text },
    } as FormSpec;
    expect(ids([version(first), version(second)])).toEqual({
      tip: { q_caller: 'tip', q_copied: 'tip', q_greeting: 'tip' },
    });
  });

  it('follow answers that a version takes over under another question', () => {
    const first = { ...OPEN, fields: { ...OPEN.fields, greeting: { ...text, default: 'caller' } } } as FormSpec;
    const second = {
      ...OPEN,
      version: 2,
      fields: { ...OPEN.fields, caller: { ...text, restricted: true }, welcome: text },
      migrate: { rename: { greeting: 'welcome' } },
    } as FormSpec;
    expect(Object.keys(ids([version(first), version(second)]).tip ?? {})).toContain('q_welcome');
  });

  it('end with the decision about the mark, also for what was made of it', () => {
    const marked = { ...OPEN, fields: { ...OPEN.fields, caller: { ...text, restricted: true } } } as FormSpec;
    const both = [version(marked), version({ ...OPEN, version: 2 })];
    expect(ids(both)).toEqual({ tip: { q_caller: 'tip', q_copied: 'tip' } });
    expect(ids(both, ['q_caller'])).toEqual({});
    // A decision about what is made of it does nothing: the next version may make it of something else.
    expect(ids(both, ['q_copied'])).toEqual(ids(both));
    expect(ids([version(marked)], ['q_caller'])).toEqual(ids(both));
  });
});
