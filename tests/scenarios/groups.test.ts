import { describe, expect, it } from 'vitest';
import { diffForms } from '../../src/core/definitions/diff/diff.ts';
import { inGroups } from '../../src/core/definitions/sections.ts';
import type { Group } from '../../src/core/definitions/types.ts';
import { type FormSpec, source, words } from '../support/form.ts';
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
    const runs = inGroups(form.sections[0]?.fields ?? []);
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
