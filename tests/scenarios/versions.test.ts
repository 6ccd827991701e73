import { describe, expect, it } from 'vitest';
import { contractText, lockBreaks, lockContracts } from '../../src/core/definitions/freeze.ts';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { lostQuestions, migrateAnswers } from '../../src/core/definitions/versions/migrate.ts';
import type { Option } from '../../src/core/generated/form.ts';
import { type FormSpec, form, source, words } from '../support/form.ts';

const options = (...values: string[]) =>
  values.map((value) => ({ value, label: words(value) })) as [Option, ...Option[]];
const one: FormSpec = {
  fields: {
    pump: { type: 'text', id: 'q_pump' },
    kind: { type: 'choice', options: options('open', 'shut', 'dry') },
    uses: { type: 'multi', options: options('drink', 'wash') },
    colour: { type: 'text' },
    remark: { type: 'text' },
  },
};
const two: FormSpec = {
  version: 2,
  migrate: {
    map: { kind: { shut: 'closed', dry: null } },
    drop: { colour: words('Nobody reads it') },
    set: { source: 'old' },
  },
  changes: { from: 1, note: words('Second') },
  fields: {
    pump_name: { type: 'text', id: 'q_pump' },
    kind: { type: 'choice', options: options('open', 'closed') },
    uses: { type: 'multi', options: options('drink') },
    notes: { type: 'text', id: 'q_notes' },
    source: { type: 'text' },
  },
};
const three: FormSpec = {
  ...two,
  version: 3,
  migrate: { rename: { notes: 'comment' } },
  fields: { ...two.fields, comment: { type: 'text', id: 'q_comment' } },
};
const versions = [form(one), form(two), form(three)];

describe('old answers in a new version', () => {
  const old = Object.freeze({
    pump: 'Hand pump',
    kind: 'shut',
    uses: ['drink', 'wash'],
    colour: 'red',
    remark: 'none',
  });

  it('follow the question through a new name, and what is declared', () => {
    expect(migrateAnswers(old, versions, 1, 2)).toEqual({
      data: { pump_name: 'Hand pump', kind: 'closed', uses: ['drink'], source: 'old' },
      dropped: ['uses', 'colour', 'remark'],
    });
  });

  it('lose an option that no longer exists', () => {
    expect(migrateAnswers({ kind: 'dry' }, versions, 1, 2)).toEqual({ data: { source: 'old' }, dropped: ['kind'] });
  });

  it('go through every version between', () => {
    expect(migrateAnswers({ pump: 'x', kind: 'shut' }, versions, 1, 3).data).toEqual({
      pump_name: 'x',
      kind: 'closed',
      source: 'old',
    });
    expect(migrateAnswers({ notes: 'kept' }, versions, 2, 3).data).toEqual({ comment: 'kept' });
  });

  it('stay as they are within a version', () => {
    expect(migrateAnswers(old, versions, 1, 1)).toEqual({ data: old, dropped: [] });
  });

  it('are told by question, a cell of a table by its table', () => {
    const [first] = versions;
    const lost = lostQuestions(first as never, { dropped: ['colour', 'uses.cell', 'uses.other', 'nowhere'] });
    expect([...lost].map(({ name }) => name)).toEqual(['colour', 'uses']);
  });
});

describe('a published contract', () => {
  const hash = (text: string): string =>
    String([...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, 7));
  const first = source(one);
  const lock = lockContracts([first], {}, { hash, published: {} });
  const breaks = (sources: FormSource[], now = lock) => lockBreaks(sources, now, { hash, published: lock });

  it('is locked by its rules, not by its words and not by the order they are written in', () => {
    const reworded = {
      ...first.schema,
      title: 'Other',
      description: 'Words',
      properties: Object.fromEntries(Object.entries(first.schema.properties as object).reverse()),
    };
    expect(contractText(reworded)).toBe(contractText(first.schema));
    expect(breaks([first])).toEqual([]);
  });

  it('keeps a property that is called like a word', () => {
    const named = {
      type: 'object',
      properties: { title: { type: 'string', title: 'T' }, default: { type: 'integer' } },
    };
    expect(JSON.parse(contractText(named))).toEqual({
      type: 'object',
      properties: { title: { type: 'string' }, default: { type: 'integer' } },
    });
  });

  it('may not change under its number', () => {
    const changed = source({
      ...one,
      fields: { ...one.fields, remark: { type: 'text', contract: { type: 'string', maxLength: 10 } } },
    });
    expect(breaks([changed])).toEqual([{ key: 'visit@1', form: 'visit', version: 1, kind: 'changed' }]);
    expect(breaks([])).toEqual([{ key: 'visit@1', form: 'visit', version: 1, kind: 'missing' }]);
    // Freezing again never overwrites what was published.
    const freezing = { hash, published: lock };
    expect(lockContracts([changed], lock, freezing)).toEqual(lock);
    expect(Object.keys(lockContracts([first, source(two)], lock, freezing))).toEqual(['visit@1', 'visit@2']);
  });

  it('may change until the lock is committed', () => {
    const changed = source({ ...one, fields: { remark: { type: 'text' } } });
    const unpublished = { hash, published: {} };
    expect(lockBreaks([changed], lock, unpublished)).toMatchObject([{ key: 'visit@1', kind: 'behind' }]);
    expect(lockBreaks([changed], lockContracts([changed], lock, unpublished), unpublished)).toEqual([]);
  });

  it('keeps its words once there is a later version, unless a correction is recorded', () => {
    const both = [first, source(two)];
    const published = lockContracts(both, lock, { hash, published: lock });
    const reworded = [source({ ...one, title: words('Visit of a well') }), source(two)];
    const freezing = { hash, published };
    expect(lockBreaks(both, published, freezing)).toEqual([]);
    expect(lockBreaks(reworded, published, freezing)).toMatchObject([{ key: 'visit@1', kind: 'corrected' }]);
    expect(lockContracts(reworded, published, freezing)).toEqual(published);
    const corrected = lockContracts(reworded, published, { ...freezing, correctedOn: '2026-11-23' });
    expect(corrected['visit@1']?.corrected).toEqual(['2026-11-23']);
    expect(lockBreaks(reworded, corrected, freezing)).toEqual([]);
    expect(lockContracts(reworded, corrected, freezing), 'before it is committed').toEqual(corrected);
  });
});
