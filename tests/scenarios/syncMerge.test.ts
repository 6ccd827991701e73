/** Merges the answers of two people to one record, question by question. */
import { describe, expect, it } from 'vitest';
import type { RecordData } from '../../src/core/definitions/types.ts';
import { resolveConflict } from '../../src/core/sync/conflicts.ts';
import { changedByOther, hasConflict, mergedAnswers, mergeRecord } from '../../src/core/sync/merge.ts';
import type { Operation } from '../../src/core/sync/types.ts';
import { type FormSpec, form } from '../support/form.ts';

const files = { type: 'array', items: { type: 'string' }, maxItems: 3 };
const FIELDS: FormSpec['fields'] = {
  remarks: { type: 'text' },
  place: { type: 'place', bind: { province: 'province_id', district: 'district_id' } },
  boys: { type: 'integer' },
  girls: { type: 'integer' },
  pupils: { type: 'derived', derived: { sum: ['boys', 'girls'] }, contract: { type: 'integer' } },
  photo: { type: 'image', contract: files },
  wells: { type: 'table', columns: { name: { type: 'text' }, depth: { type: 'integer' } } as never },
};
const first = form({ fields: FIELDS });
const { remarks, ...others } = FIELDS;
/** The next version, in which one question has another name and one is gone. */
const { boys: _boys, ...left } = others;
const second = form({
  version: 2,
  fields: { notes: { ...remarks, id: 'q_remarks' } as never, ...left, pupils: { type: 'integer' } },
  migrate: { drop: { boys: { reason: 'not asked any more' } } } as never,
});
const versions = [first, second];

const of = (data: RecordData, form_version = 1) => ({ form_version, data });
const merge = (base: RecordData, mine: RecordData, theirs: RecordData) =>
  mergeRecord(versions, { base: of(base), mine: of(mine), theirs: of(theirs) });

describe('what two people changed', () => {
  const base = { remarks: 'dry', boys: 3, girls: 4, pupils: 7, photo: ['a', 'b'], wells: [{ name: 'x', depth: 1 }] };

  it('merges by itself if they changed different questions, rows or files', () => {
    const mine = { ...base, boys: 5, pupils: 9, photo: ['b', 'm'], wells: [{ name: 'x', depth: 2 }] };
    const theirs = {
      ...base,
      remarks: 'wet',
      pupils: 8,
      photo: ['a', 'b', 't'],
      wells: [...base.wells, { name: 'y' }],
    };
    const merged = merge(base, mine, theirs);
    expect([hasConflict(merged), changedByOther(merged)]).toEqual([false, ['remarks', 'photo', 'wells']]);
    expect(mergedAnswers(merged)).toEqual({
      ...{ remarks: 'wet', boys: 5, girls: 4, pupils: 9, photo: ['b', 't', 'm'] },
      wells: [{ name: 'x', depth: 2 }, { name: 'y' }],
    });
  });

  it('an answer that one of them removed stays away', () => {
    const { remarks: _remarks, ...without } = base;
    expect(mergedAnswers(merge(base, { ...base, boys: 1 }, without))).toEqual({ ...without, boys: 1 });
    expect(mergedAnswers(merge(base, without, { ...base, boys: 1 }))).toEqual({ ...without, boys: 1 });
  });

  it('a place is one question, and more files than it takes are a collision', () => {
    const home = { province_id: 'bamyan', district_id: 'yakawlang' };
    const places = merge(home, { ...home, district_id: 'panjab' }, { province_id: 'kabul', district_id: 'paghman' });
    expect(places.questions.map(({ node, isConflict }) => [node.name, isConflict])).toEqual([['place', true]]);
    expect(mergedAnswers(places, { place: 'theirs' })).toEqual({ province_id: 'kabul', district_id: 'paghman' });
    expect(hasConflict(merge(base, { ...base, photo: ['a', 'b', 'm'] }, { ...base, photo: ['a', 'b', 't'] }))).toBe(
      true,
    );
  });

  it('is read in the newer version, and an answer that has no question there is not lost without a word', () => {
    const theirs = of({ notes: 'wet', girls: 4 }, 2);
    const plain = { remarks: 'dry', girls: 4, boys: 3 };
    const renamed = mergeRecord(versions, { base: of(plain), mine: of({ ...plain, girls: 6 }), theirs });
    expect([hasConflict(renamed), mergedAnswers(renamed)]).toEqual([false, { notes: 'wet', girls: 6 }]);
    const gone = mergeRecord(versions, { base: of(plain), mine: of({ ...plain, boys: 9 }), theirs });
    expect([hasConflict(gone), gone.lost]).toEqual([true, ['boys']]);
  });

  it('a decided conflict is the same operation on top of the other change', async () => {
    const theirs = {
      ...{ version: 5, state: 'submitted', form_version: 1, data: { ...base, remarks: 'wet', girls: 9 } },
      ...{ updated_at: '', updated_by: { id: 'other', name: 'Other' } },
    };
    const failure = { reason: 'changed_by_other', status: 417, code: 'conflict', message: '', at: '' } as const;
    const operation: Operation = {
      ...{ id: 'key', seq: 1, kind: 'update', form: 'visit', record_id: 'r', parent_id: null, files: [] },
      ...{ body: { ...base, remarks: 'mine', photo: null, same: 'save' }, captured_at: '' },
      base: { version: 3, form_version: 1, state: 'submitted', data: base },
      state: { is: 'conflict', failure, theirs },
    };
    const decided = await resolveConflict(operation, { remarks: 'theirs' }, async () => versions);
    expect(decided).toMatchObject({ id: 'key', base: { version: 5 }, merged: ['remarks', 'girls'] });
    expect(decided.state).toEqual({ is: 'waiting', attempts: 0 });
    expect(decided.body).toMatchObject({ remarks: 'wet', girls: 9, boys: 3, photo: null, same: 'save' });
    expect(decided.body.not_taken).toEqual({ remarks: 'mine' });
    const kept = await resolveConflict(operation, { remarks: 'mine' }, async () => versions);
    expect(kept.body).not.toHaveProperty('not_taken');
  });
});
