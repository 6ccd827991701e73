/** Where somebody else than whoever fills in a form may judge it, which waiting records nobody may judge, and what is sent back. */
import { describe, expect, it } from 'vitest';
import { judgeFindings } from '../../src/core/check/judges.ts';
import type { FormDefinition, Permissions, Workflow } from '../../src/core/definitions/types.ts';
import {
  findUnjudgeable,
  type GrantHolder,
  judgingGaps,
  judgingSteps,
  leastUnjudgeable,
} from '../../src/core/records/judges.ts';
import { isCorrectionState } from '../../src/core/records/steps.ts';
import type { Grant } from '../../src/core/records/types.ts';

const words = (en: string) => ({ en, fa: en, ps: en });
const definition = { form: 'well', kind: 'site', programme: 'wells', workflow: 'verified' };
const workflow = {
  workflow: 'verified',
  initial: 'submitted',
  states: [{ id: 'submitted' }, { id: 'returned', counts: false }, { id: 'verified', locked: true }],
  transitions: [
    { action: 'verify', from: ['submitted'], to: 'verified', bulk: true },
    { action: 'return', from: ['submitted'], to: 'returned', comment: 'required' },
    { action: 'resubmit', from: ['returned'], to: 'submitted' },
  ],
} as unknown as Workflow;
const permissions = {
  roles: ['boss', 'coordinator', 'writer', 'proud'].map((id) => ({ id, label: words(id) })),
  rules: [
    { id: 'all', roles: ['boss'], actions: ['*'], place: 'any' },
    { id: 'judge', roles: ['coordinator'], actions: ['create', 'verify'], place: 'granted' },
    { id: 'enter', roles: ['writer', 'proud'], actions: ['create'], place: 'granted' },
    { id: 'own', roles: ['proud'], actions: ['verify'], own: true, place: 'granted' },
  ],
} as unknown as Permissions;
const rules = { form: { form: 'well', definition } as never, workflow, permissions };
const PROVINCES = ['bamyan', 'kabul'];
const person = (id: string, role: string, province_id: string | null = null, programme = 'wells'): GrantHolder => ({
  id,
  grants: [{ role, programme, province_id } as Grant],
});

describe('who else may judge', () => {
  it('is nobody where no account has a role that judges records of others there', () => {
    const writers = [person('w', 'writer', 'bamyan'), person('p', 'proud', 'bamyan')];
    expect(judgingGaps(rules, writers, PROVINCES)).toEqual([{ province_id: 'bamyan', only: null }]);
    const elsewhere = [...writers, person('c', 'coordinator', 'kabul'), person('o', 'boss', null, 'schools')];
    expect(judgingGaps(rules, elsewhere, PROVINCES), 'another province, another programme').toEqual([
      { province_id: 'bamyan', only: null },
      { province_id: 'kabul', only: 'c' },
    ]);
    expect(judgingGaps(rules, [...writers, person('c', 'coordinator', 'bamyan')], ['bamyan'])).toEqual([
      { province_id: 'bamyan', only: 'c' },
    ]);
    const two = [...writers, person('c', 'coordinator', 'bamyan'), person('b', 'boss')];
    expect(judgingGaps(rules, two, PROVINCES), 'nobody but the boss writes in Kabul').toEqual([
      { province_id: 'kabul', only: 'b' },
    ]);
    expect(
      judgingGaps(rules, [person('c', 'coordinator', 'bamyan'), person('d', 'coordinator', 'bamyan')], PROVINCES),
    ).toEqual([]);
    expect(judgingGaps(rules, [], PROVINCES), 'nobody fills in').toEqual([]);
  });

  it('is no question for a form that nobody judges, or whose step is for own work too', () => {
    const open: Workflow = {
      ...workflow,
      transitions: workflow.transitions.map((step) =>
        step.action === 'verify' ? { ...step, own_work: 'allowed' as const } : step,
      ),
    };
    expect(judgingSteps(rules).map(({ action }) => action)).toEqual(['verify']);
    expect(judgingSteps({ ...rules, workflow: open })).toEqual([]);
    expect(judgingGaps({ ...rules, workflow: open }, [person('w', 'writer', 'bamyan')], PROVINCES)).toEqual([]);
  });

  it('leaves records to nobody that are the own work of all who may judge there', () => {
    const people = [person('w', 'writer', 'bamyan'), person('c', 'coordinator', 'bamyan'), person('b', 'boss')];
    expect(findUnjudgeable(rules, people, PROVINCES)).toEqual([
      { state: 'submitted', provinces: ['bamyan', null], own: ['c', 'b'] },
      { state: 'submitted', provinces: ['kabul'], own: ['b'] },
    ]);
    expect(findUnjudgeable(rules, people.slice(0, 1), PROVINCES)).toEqual([
      { state: 'submitted', provinces: [...PROVINCES, null], own: [] },
    ]);
    expect(leastUnjudgeable(rules, people), 'the work of the boss at least').toEqual([
      { state: 'submitted', own: ['b'] },
    ]);
    expect(leastUnjudgeable(rules, people.slice(0, 2))).toEqual([{ state: 'submitted', own: [] }]);
    const many = [1, 2, 3, 4, 5].map((one) => person(`b${one}`, 'boss'));
    expect(findUnjudgeable(rules, many.slice(0, 4), PROVINCES)).toMatchObject([{ own: ['b1', 'b2', 'b3', 'b4'] }]);
    expect(findUnjudgeable(rules, many, PROVINCES), 'more than one record can be the work of').toEqual([]);
  });
});

describe('what the rules alone say', () => {
  const found = (...ids: string[]) =>
    judgeFindings(
      {
        permissions: {
          ...permissions,
          rules: permissions.rules.filter(({ id }) => ids.includes(id)) as Permissions['rules'],
        },
        workflows: { verified: workflow },
      },
      [definition as unknown as FormDefinition],
    );
  it('is that no role, or only the role that fills in, may judge', () => {
    expect(found('all', 'judge', 'enter')).toEqual([]);
    expect(found('enter')).toEqual([{ code: 'judge_none', params: { form: 'well' } }]);
    expect(found('enter', 'own'), 'own records are no others').toEqual([
      { code: 'judge_none', params: { form: 'well' } },
    ]);
    expect(found('enter', 'judge')).toEqual([
      { code: 'judge_one_role', params: { form: 'well', role: 'coordinator' } },
    ]);
    expect(found('judge', 'all')).toEqual([]);
    expect(found(), 'nobody fills in').toEqual([]);
  });
});

describe('a record that was judged', () => {
  it('waits for its correction where a step with words brought it, unless its answers are locked there', () => {
    const revoke = { action: 'revoke', from: ['verified'], to: 'revoked', comment: 'required' };
    const states = [...workflow.states, { id: 'revoked', locked: true }];
    const issued = { ...workflow, states, transitions: [...workflow.transitions, revoke] } as unknown as Workflow;
    expect(states.map(({ id }) => id).filter((id) => isCorrectionState(issued, id))).toEqual(['returned']);
  });
});
