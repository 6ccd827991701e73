import { describe, expect, it } from 'vitest';
import {
  changeProblem,
  isEarlierProblem,
  markProblemDropped,
  markProblemSolved,
  mergeWithEarlierProblem,
  removeProblem,
  restoreProblem,
} from '../../../src/app/widgets/problems/rows.ts';
import { FormStore } from '../../../src/app/widgets/store.ts';
import type { RecordData } from '../../../src/core/definitions/types.ts';
import { loadValidator } from '../../../src/server/definitions/validator.ts';
import { form } from '../../support/form.ts';

const TODAY = '2026-11-21';
const CARRIED = { id: 'p1', problem_type_id: '1', problem_status_id: 'ongoing', date_identified: '2026-10-01' };
const OWN = { ...CARRIED, id: 'p2', date_identified: TODAY };

async function opened(problems: RecordData[], isNew: boolean): Promise<FormStore> {
  const compiled = form({
    date: 'visited',
    problems: { types: 'problem-type.wells', field: 'problems' },
    fields: { visited: { type: 'date' }, problems: { type: 'problems' } },
  } as never);
  const data = { visited: TODAY, problems };
  return new FormStore(compiled, await loadValidator(compiled), data, { today: TODAY }, isNew);
}

describe('a problem on a sheet', () => {
  it('is of an earlier visit if it was there before; a stored visit also holds its own', async () => {
    const first = await opened([CARRIED], true);
    expect([CARRIED, OWN].map((one) => isEarlierProblem(first, one))).toEqual([true, false]);
    const stored = await opened([CARRIED, OWN], false);
    expect([CARRIED, OWN].map((one) => isEarlierProblem(stored, one))).toEqual([true, false]);
  });

  it('is solved on the day of the visit, given up, or taken off and put back in its place', async () => {
    const store = await opened([CARRIED, { ...CARRIED, id: 'p3' }], true);
    removeProblem(store, 0);
    expect(store.data.problems).toEqual([{ ...CARRIED, id: 'p3' }]);
    restoreProblem(store, 0, CARRIED);
    expect(store.data.problems).toEqual([CARRIED, { ...CARRIED, id: 'p3' }]);
    markProblemSolved(store, 0, '2026-12-31');
    markProblemDropped(store, 1);
    expect(store.data.problems).toEqual([
      { ...CARRIED, problem_status_id: 'solved', date_solved: TODAY },
      { ...CARRIED, id: 'p3', problem_status_id: 'dropped' },
    ]);
    for (const _left of [2, 1]) removeProblem(store, 0);
    expect(store.data, 'no problems are no answer').not.toHaveProperty('problems');
  });

  it('is joined with the known one that it is: as old as that, with what was newly said', async () => {
    const known = { ...CARRIED, problem_details: 'Dry', problem_status_id: 'advocated' };
    const added = { ...OWN, problem_details: 'Dry again', identified_by_id: ['somebody'] };
    const store = await opened([known, added], true);
    mergeWithEarlierProblem(store, 'p2', known);
    expect(store.data.problems).toEqual([{ ...known, problem_details: 'Dry again' }]);
    // One that was not carried into this visit, because nothing was known of it.
    const other = await opened([added], true);
    mergeWithEarlierProblem(other, 'p2', known);
    expect(other.data.problems).toEqual([{ ...added, id: 'p1', date_identified: CARRIED.date_identified }]);
  });

  it('is shown as advocated when somebody in advocacy is named, and as chosen when a status is chosen', async () => {
    const store = await opened([CARRIED, OWN], true);
    const statuses = () => (store.data.problems as RecordData[]).map(({ problem_status_id }) => problem_status_id);
    changeProblem(store, 0, { advocated_by_id: ['somebody'] });
    expect(statuses()).toEqual(['advocated', 'ongoing']);
    changeProblem(store, 1, { problem_details: 'Dry' });
    expect(statuses()).toEqual(['advocated', 'ongoing']);
    changeProblem(store, 0, { problem_status_id: 'ongoing' });
    expect(statuses()).toEqual(['ongoing', 'ongoing']);
    changeProblem(store, 0, { advocated_by_id: undefined });
    expect(store.data.problems).toEqual([CARRIED, { ...OWN, problem_details: 'Dry' }]);
  });
});
