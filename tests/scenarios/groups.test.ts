import { describe, expect, it } from 'vitest';
import { diffForms } from '../../src/core/definitions/diff/diff.ts';
import { groupByHeading, groupRuns } from '../../src/core/definitions/sections.ts';
import type { Group } from '../../src/core/definitions/types.ts';
import { checkWith } from '../support/definitions.ts';
import { type FormSpec, form, source, words } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const water = (more: Partial<Group> = {}): Group => ({
  group: 'water',
  title: words('Water'),
  fields: ['source', 'depth'],
  ...more,
});
const spec = (group: Group, more: object = {}) =>
  ({
    fields: {
      size: { type: 'integer' },
      source: { type: 'text', required: true },
      depth: { type: 'integer', visibleWhen: { expr: 'size > 5' } },
      note: { type: 'text' },
    },
    sections: {
      all: { fields: ['size', group, ...['depth', 'note'].filter((one) => !group.fields.includes(one))], ...more },
    },
  }) as unknown as FormSpec;

describe('a group of questions', () => {
  it('exists, with its answers, while its condition and that of its section hold', async () => {
    const section = { visibleWhen: { expr: 'size != 9' } };
    const sheet = await fill(spec(water({ visibleWhen: { field: 'size', is: { minimum: 2 } } }), section));
    sheet.answer('source', 'river').answer('depth', 3);
    expect([sheet.stored(), sheet.errors()]).toEqual([{}, {}]);
    expect(sheet.answer('size', 2).stored()).toEqual({ size: 2, source: 'river' });
    expect(sheet.answer('size', 6).stored()).toEqual({ size: 6, source: 'river', depth: 3 });
    expect(sheet.clear('source').errors()).toEqual({ '/source': ['required'] });
    expect(sheet.answer('size', 1).errors()).toEqual({});
  });

  it('keeps the order of the questions', async () => {
    const { form } = await fill(spec(water()));
    expect([...form.fields.keys()]).toEqual(['size', 'source', 'depth', 'note']);
    const runs = groupRuns(form.sections[0]?.fields ?? []);
    expect(runs.map(({ group, fields }) => [group?.group, ...fields.map(({ name }) => name)])).toEqual([
      [undefined, 'size'],
      ['water', 'source', 'depth'],
      [undefined, 'note'],
    ]);
  });

  it('is compared with that of another version: its words, its condition, the questions in it', () => {
    const changes = (before: Group, after: Group) =>
      diffForms(source(spec(before)), source(spec(after))).map(({ kind, pointer }) => `${kind} ${pointer}`);
    const at = '/sections/0/fields/1';
    expect(changes(water(), water())).toEqual([]);
    expect(changes(water(), water({ title: words('Wells'), visibleWhen: { expr: 'size > 1' } }))).toEqual([
      `section_worded ${at}/title`,
      `condition_changed ${at}/visibleWhen`,
    ]);
    expect(changes(water({ fields: ['source'] }), water())).toEqual(['question_moved /fields/depth']);
    expect(changes(water(), water({ group: 'wells' }))).toEqual([
      'question_moved /fields/source',
      'question_moved /fields/depth',
      `section_added ${at}`,
      `section_removed ${at}`,
    ]);
  });
});

describe('a number of rows from an answer', () => {
  it('is told between versions', () => {
    const rows = (expr: string) =>
      source({ fields: { size: { type: 'integer' }, list: { type: 'table', columns: {}, count: { expr } } } });
    expect(diffForms(rows('size'), rows('size + 1'))).toMatchObject([
      { kind: 'condition_changed', before: 'size', after: 'size + 1' },
    ]);
  });
});

describe('a group of columns', () => {
  const integer = { type: 'integer', minimum: 0 };
  const column = (name: string) => ({ type: 'integer', id: `q_member_${name}`, label: words(name) });
  const names = ['age', 'height', 'weight', 'visits'];
  const group = (more: object = {}) => ({ group: 'body', title: words('Body'), fields: ['height', 'weight'], ...more });
  const table = (groups: object[] | undefined) => ({
    fields: {
      members: {
        type: 'table',
        columns: Object.fromEntries(names.map((name) => [name, column(name)])),
        ...(groups && { groups }),
        contract: {
          type: 'array',
          maxItems: 9,
          items: {
            type: 'object',
            additionalProperties: false,
            properties: Object.fromEntries(names.map((name) => [name, integer])),
          },
        },
      },
      size: { type: 'integer' },
    },
  });
  const spec = (groups?: object[]) => table(groups) as unknown as FormSpec;
  const found = async (given: object) => {
    const { definition, schema } = source(given as FormSpec);
    const files = { 'forms/wells/visit.form.json': definition, 'schemas/wells/visit.schema.json': schema };
    return (await checkWith(files))
      .filter(({ file }) => file.includes('/wells/'))
      .map(({ pointer, code, params }) => `${pointer} ${code} ${params.name ?? params.type}`);
  };

  it('stands around its columns and changes nothing that is stored', async () => {
    const sheet = await fill(spec([group()]));
    const columns = sheet.form.fields.get('members')?.columns ?? [];
    expect(groupRuns(columns).map(({ group, fields }) => [group?.group, ...fields.map(({ name }) => name)])).toEqual([
      [undefined, 'age'],
      ['body', 'height', 'weight'],
      [undefined, 'visits'],
    ]);
    const members = [{ age: 3, height: 90, weight: 12, visits: 1 }];
    const plain = (await fill(spec())).answer('members', members);
    expect(sheet.answer('members', members).stored()).toEqual(plain.stored());
    expect(await found(spec([group()]))).toEqual([]);
    expect(await found(spec([group({ title: words('Body, {age} years'), help: words('{size}') })]))).toEqual([]);
  });

  it.each([
    [[group({ fields: ['height', 'wight'] })], ['/fields/members/groups/0/fields/1 field_unknown wight']],
    [[group({ fields: ['constructor'] })], ['/fields/members/groups/0/fields/0 field_unknown constructor']],
    [[group({ fields: ['age', 'weight'] })], ['/fields/members/groups/0/fields group_scattered body']],
    [[group({ fields: ['weight', 'height'] })], ['/fields/members/groups/0/fields group_scattered body']],
    [
      [group(), group({ group: 'other', fields: ['weight'] })],
      ['/fields/members/groups/1/fields/0 field_in_two_sections weight'],
    ],
    [[group(), group({ fields: ['age'] })], ['/fields/members/groups/1/group item_twice body']],
    [[group({ title: words('{heigth}') })], ['/fields/members/groups/0/title answer_in_words heigth']],
  ])('%j is refused: %j', async (groups, issues) => {
    expect(await found(spec(groups))).toEqual(issues);
  });

  it('belongs to a table, and shows no restricted answer', async () => {
    const size = { type: 'integer', groups: [group({ fields: ['size'] })] };
    expect(await found({ fields: { ...table(undefined).fields, size } })).toEqual([
      '/fields/size/groups columns_none integer',
    ]);
    const secret = { type: 'integer', restricted: true };
    const { fields } = table([group({ title: words('{secret}') })]);
    expect(await found({ fields: { ...fields, secret } })).toEqual([
      '/fields/members/groups/0/title words_restricted secret',
    ]);
  });

  it('is compared with that of another version', () => {
    const told = diffForms(source(spec([group()])), source(spec([group({ title: words('Size') })])));
    expect(told).toEqual([
      {
        kind: 'rule_changed',
        pointer: '/fields/members/groups/0/title',
        about: words('members'),
        before: words('Body'),
        after: words('Size'),
      },
    ]);
  });
});

it('a note that is a heading stands over the questions after it, and over none it does not stand', () => {
  const heading = { type: 'note', 'ui:widget': 'heading' } as const;
  const { fields } = form({
    fields: {
      a: { type: 'text' },
      first: heading,
      second: heading,
      b: { type: 'text' },
      c: { type: 'text' },
      last: heading,
    },
  });
  const runs = groupByHeading([...fields.values()]);
  expect(runs.map((run) => [run.heading?.name, ...run.fields.map(({ name }) => name)])).toEqual([
    [undefined, 'a'],
    ['second', 'b', 'c'],
  ]);
});
