/** Merges the answers of two people to one record, question by question. */
import { describe, expect, it } from 'vitest';
import type { RecordData } from '../../src/core/definitions/types.ts';
import { replaceIds } from '../../src/core/sync/body.ts';
import { resolveConflict } from '../../src/core/sync/conflicts.ts';
import { answersWithUnsent } from '../../src/core/sync/local.ts';
import { changedByOther, hasConflict, mergedAnswers, mergeRecord } from '../../src/core/sync/merge.ts';
import type { Operation } from '../../src/core/sync/types.ts';
import { seededRandom } from '../../src/server/demo/random.ts';
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

describe('several unsent changes of one record', () => {
  const room = (name: string, depth = 1) => ({ name, depth });
  const operation = (seq: number, kind: 'create' | 'update', data: RecordData, base: RecordData | null): Operation => ({
    ...{ id: `o${seq}`, seq, kind, form: 'visit', record_id: 'r', parent_id: null, files: [], captured_at: '' },
    body: { ...data, form_version: 1 },
    base: base && { version: 1, form_version: 1, state: 'submitted', data: base },
    state: { is: 'waiting', attempts: 0 },
  });
  /** What a device shows after `steps` of one person, over what the server has now. */
  const shown = async (start: RecordData, steps: readonly RecordData[], server: RecordData, isNew = false) => {
    const operations = steps.map((data, at) =>
      isNew && at === 0 ? operation(at, 'create', data, null) : operation(at, 'update', data, steps[at - 1] ?? start),
    );
    const now = { version: 2, state: 'submitted', form_version: 1, data: server };
    return (await answersWithUnsent(now, operations, async () => versions)).data;
  };

  it('a row that one added and the next changed, or removed, is not there twice, nor a photo', async () => {
    const added = { wells: [room('m')], photo: ['local:1'] };
    const changed = { wells: [room('m', 2)], photo: ['local:1', 'local:2'] };
    expect(await shown({}, [added, changed], { wells: [room('t')] })).toEqual({
      ...changed,
      wells: [room('t'), room('m', 2)],
    });
    expect(await shown({}, [added, {}], { wells: [room('t')] })).toEqual({ wells: [room('t')] });
    // The server has the new record already, and its response was lost.
    expect(await shown({}, [added, changed], added, true)).toEqual(changed);
    expect(await shown({}, [added, {}], added, true)).toEqual({});
  });

  it('any rows that people add, change and remove are there once', async () => {
    const random = seededRandom(7);
    let made = 0;
    const next = (rows: readonly ReturnType<typeof room>[]) => {
      const at = random.whole(0, Math.max(0, rows.length - 1));
      const step = rows.length === 0 ? 'add' : random.weighted({ add: 4, change: 3, remove: 2 });
      made += 1;
      if (step === 'remove') return rows.filter((_row, place) => place !== at);
      if (step === 'change') return rows.map((row, place) => (place === at ? { ...row, depth: made * 100 } : row));
      return random.percent(70) ? [...rows, room(`n${made}`, made)] : [room(`n${made}`, made), ...rows];
    };
    for (let round = 0; round < 300; round += 1) {
      const start = random.percent(50) ? [] : [room('a', 1), room('b', 2)];
      const steps: ReturnType<typeof room>[][] = [];
      for (let left = random.whole(1, 4); left > 0; left -= 1) steps.push(next(steps.at(-1) ?? start));
      const theirs = [...start, room('t', 9)];
      const wells = steps.map((rows) => ({ wells: rows }));
      const { wells: found = [] } = await shown({ wells: start }, wells, { wells: theirs });
      const names = (rows: unknown) => (rows as { name: string }[]).map(({ name }) => name).sort();
      expect(names(found), JSON.stringify({ start, steps })).toEqual(names([...(steps.at(-1) ?? []), room('t')]));
    }
  });

  it('a file that has its id from the server in a list already stands there once', () => {
    const ids = new Map([['local:1', 'f1']]);
    expect(replaceIds({ photo: ['f1', 'local:1', 'f2'], words: ['x', 'x'] }, ids)).toEqual({
      ...{ photo: ['f1', 'f2'], words: ['x', 'x'] },
    });
  });
});
