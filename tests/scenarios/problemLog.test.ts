import { describe, expect, it } from 'vitest';
import {
  carryOverProblems,
  foldProblem,
  numberByGroup,
  type ProblemEntry,
  problemEntriesOf,
  problemStatusOf,
} from '../../src/core/problems/log.ts';
import fc from '../support/property.ts';

const entry = (role: 1 | 2 | 3, person_id: string, date: string, record_id = 'r1'): ProblemEntry => ({
  role,
  person_id,
  date,
  record_id,
});

describe('the log of a problem', () => {
  it('says who identified, advocated and solved it, and when', () => {
    expect(
      foldProblem([
        entry(1, 'a', '2026-01-05'),
        entry(1, 'b', '2026-01-05'),
        entry(3, 'c', '2026-02-01'),
        entry(2, 'd', '2026-03-01'),
      ]),
    ).toEqual({
      problem_status_id: 'solved',
      date_identified: '2026-01-05',
      date_solved: '2026-03-01',
      identified_by_id: ['a', 'b'],
      advocated_by_id: ['c'],
      solved_by_id: ['d'],
    });
  });

  it('names a person once, however often they found it', () => {
    const { identified_by_id } = foldProblem([entry(1, 'a', '2026-01-05'), entry(1, 'a', '2026-02-01', 'r2')]);
    expect(identified_by_id).toEqual(['a']);
  });

  it('is solved if one sheet solves it on the day on which another gives it up', () => {
    const givenUp: ProblemEntry = { ...entry(1, 'a', '2026-02-01'), person_id: null, dropped: true };
    const solved = entry(2, 'd', '2026-02-01', 'r2');
    expect(foldProblem([givenUp, solved]).problem_status_id).toBe('solved');
    expect(foldProblem([solved, givenUp]).problem_status_id).toBe('solved');
  });

  it('is under advocacy until it is solved', () => {
    expect(foldProblem([entry(1, 'a', '2026-01-05'), entry(3, 'c', '2026-02-01')]).problem_status_id).toBe('advocated');
  });

  it('of two visits on one day, the one that was written last decides', () => {
    const visit = (record_id: string, role: 1 | 2, status: 'ongoing' | 'solved'): ProblemEntry => ({
      ...entry(role, 'a', '2026-05-01', record_id),
      seen: '2026-05-01',
      status,
    });
    const [morning, noon] = [visit('r1', 1, 'ongoing'), visit('r2', 2, 'solved')];
    expect(foldProblem([morning, noon])).toMatchObject({ problem_status_id: 'solved', date_solved: '2026-05-01' });
    const evening = visit('r3', 1, 'ongoing');
    expect(foldProblem([morning, noon, evening])).toMatchObject({
      ...{ problem_status_id: 'ongoing', date_solved: null, solved_by_id: [] },
    });
  });

  it('goes on again when it is found after it was solved', () => {
    const state = foldProblem([
      entry(1, 'a', '2026-01-05'),
      entry(2, 'd', '2026-03-01'),
      entry(1, 'e', '2026-04-01', 'r2'),
    ]);
    expect(state).toMatchObject({
      problem_status_id: 'ongoing',
      date_identified: '2026-01-05',
      date_solved: null,
      identified_by_id: ['a', 'e'],
      solved_by_id: [],
    });
  });

  it('gives the same state in whatever order its sheets arrive', () => {
    const log = [
      entry(1, 'a', '2026-01-05'),
      entry(3, 'c', '2026-02-01', 'r2'),
      entry(2, 'd', '2026-03-01', 'r3'),
      entry(1, 'e', '2026-04-01', 'r4'),
    ];
    const state = foldProblem(log);
    fc.assert(
      fc.property(fc.shuffledSubarray(log, { minLength: log.length }), (shuffled) => {
        expect(foldProblem(shuffled)).toEqual(state);
      }),
    );
  });
});

describe('a row of a sheet', () => {
  const sheet = { record_id: 'r1', date: '2026-05-01', person_id: 'me' };
  const row = { problem_type_id: '1', problem_details: 'The pump is broken' };

  it('is identified by whoever is named, else by who wrote the sheet', () => {
    expect(problemEntriesOf(row, sheet)).toEqual([{ role: 1, person_id: 'me', date: '2026-05-01', record_id: 'r1' }]);
    expect(problemEntriesOf({ ...row, identified_by_id: ['a'], date_identified: '2026-04-30' }, sheet)).toEqual([
      { role: 1, person_id: 'a', date: '2026-04-30', record_id: 'r1' },
    ]);
  });

  it.each(['ongoing', 'advocated', 'solved', 'dropped'] as const)(
    'with status %s folds back to it',
    (problem_status_id) => {
      expect(
        foldProblem(problemEntriesOf({ ...row, problem_status_id, date_identified: '2026-04-01' }, sheet)),
      ).toMatchObject({ problem_status_id, date_identified: '2026-04-01', identified_by_id: ['me'] });
    },
  );

  it('has one status, which its log folds to', () => {
    const someone = { advocated_by_id: ['a'] };
    for (const [said, status] of [
      [{}, 'ongoing'],
      [{ problem_status_id: 'ongoing', ...someone }, 'advocated'],
      [{ ...someone }, 'advocated'],
      [{ problem_status_id: 'solved', ...someone }, 'solved'],
      [{ problem_status_id: 'dropped', ...someone }, 'dropped'],
      [{ date_solved: '2026-05-01', ...someone }, 'solved'],
      [{ problem_status_id: 'ongoing', date_solved: '2026-05-01' }, 'ongoing'],
    ] as const) {
      expect(problemStatusOf(said)).toBe(status);
      const { advocated_by_id, ...rest } = { advocated_by_id: undefined, ...said };
      const full = { ...row, ...rest, ...(advocated_by_id && { advocated_by_id: [...advocated_by_id] }) };
      expect(foldProblem(problemEntriesOf(full, sheet)).problem_status_id).toBe(status);
    }
  });

  it('found again on a later visit lets a problem that was given up go on', () => {
    const dropped = problemEntriesOf({ ...row, problem_status_id: 'dropped', date_identified: '2026-04-01' }, sheet);
    const again = problemEntriesOf(
      { ...row, date_identified: '2026-06-01' },
      { ...sheet, record_id: 'r2', date: '2026-06-01' },
    );
    expect(foldProblem([...dropped, ...again]).problem_status_id).toBe('ongoing');
  });
});

describe('a new sheet', () => {
  it('brings the open problems with who identified them only', () => {
    const known = [
      {
        id: '1',
        problem_type_id: 'a',
        problem_details: 'x',
        problem_status_id: 'advocated',
        identified_by_id: ['p'],
        advocated_by_id: ['q'],
        date_identified: '2026-01-01',
      },
      {
        id: '2',
        problem_type_id: 'b',
        problem_details: 'y',
        problem_status_id: 'solved',
        identified_by_id: ['p'],
        solved_by_id: ['q'],
        date_solved: '2026-02-01',
      },
    ] as const;
    expect(carryOverProblems(known as never)).toEqual([
      {
        id: '1',
        problem_type_id: 'a',
        problem_details: 'x',
        problem_status_id: 'advocated',
        identified_by_id: ['p'],
        date_identified: '2026-01-01',
      },
    ]);
  });

  it('numbers its problems from 1 across groups', () => {
    const rows = [
      { problem_type_id: 'b1', problem_details: '' },
      { problem_type_id: 'a1', problem_details: '' },
      { problem_type_id: 'x', problem_details: '' },
      { problem_type_id: 'a2', problem_details: '' },
    ];
    const group = (row: { problem_type_id: string }): string | undefined =>
      ({ a1: 'a', a2: 'a', b1: 'b' })[row.problem_type_id];
    expect(
      numberByGroup(rows, group, ['a', 'b']).map((one) => [one.number, one.row.problem_type_id, one.index]),
    ).toEqual([
      [1, 'a1', 1],
      [2, 'a2', 3],
      [3, 'b1', 0],
      [4, 'x', 2],
    ]);
  });
});
