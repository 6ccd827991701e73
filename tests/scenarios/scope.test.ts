import { describe, expect, it } from 'vitest';
import type { Permissions, Workflow } from '../../src/core/definitions/types.ts';
import { visiblePlaces } from '../../src/core/records/permission.ts';
import { formRefusal, mayActSystemWide, scopeOf } from '../../src/core/records/scope.ts';
import type { Actor, Grant } from '../../src/core/records/types.ts';
import { form, words } from '../support/form.ts';

const well = form({ kind: 'site', programme: 'wells', fields: { name: { type: 'text' } } });
const workflow = {
  workflow: 'checked',
  initial: 'submitted',
  states: [
    { id: 'submitted', label: words('Submitted'), variant: 'blue', icon: 'send' },
    { id: 'returned', label: words('Returned'), variant: 'orange', icon: 'back' },
    { id: 'verified', label: words('Verified'), variant: 'green', icon: 'check', locked: true },
  ],
  transitions: [
    {
      action: 'verify',
      from: ['submitted'],
      to: 'verified',
      label: words('Verify'),
      done: words('Done'),
      comment: 'none',
    },
    {
      action: 'resubmit',
      from: ['returned'],
      to: 'submitted',
      label: words('Resubmit'),
      done: words('Done'),
      comment: 'optional',
    },
  ],
} as unknown as Workflow;
const permissions = {
  roles: [
    { id: 'admin', label: words('Administrator') },
    { id: 'coordinator', label: words('Coordinator') },
    { id: 'writer', label: words('Writer') },
    { id: 'guest', label: words('Guest') },
  ],
  rules: [
    { id: 'admins', roles: ['admin'], actions: ['*'] },
    { id: 'enter', roles: ['writer'], actions: ['create', 'view'] },
    { id: 'correct', roles: ['writer'], actions: ['edit', 'resubmit'], own: true, states: ['submitted', 'returned'] },
    { id: 'judge', roles: ['coordinator'], actions: ['view', 'verify', 'edit'] },
    { id: 'look', roles: ['guest'], actions: ['view'], place: 'any' },
  ],
} as unknown as Permissions;

const actor = (...grants: Partial<Grant>[]): Actor => ({
  id: 'me',
  username: 'me',
  name: 'Me',
  language: 'en',
  grants: grants.map((grant) => ({ role: 'writer', programme: 'wells', province_id: 'bamyan', ...grant })),
});
const record = (over: object = {}) => ({
  state: 'submitted',
  province_id: 'bamyan',
  created_by: 'me',
  edited_by: 'me',
  deleted_at: null,
  ...over,
});
/** Of a record that somebody else made and changed last. */
const others = { created_by: 'another', edited_by: 'another' };
const scope = (who: Actor, over: object = {}) =>
  scopeOf({ form: well, record: record(over), actor: who, workflow, permissions });

describe('what a person may do with a record', () => {
  it('is no step that judges their own record, whatever the role, unless the workflow says so', () => {
    const boss = actor({ role: 'admin', programme: null, province_id: null });
    const why = (over: object, how: Workflow = workflow, rules: Permissions = permissions, action = 'verify') =>
      scopeOf({ form: well, record: record(over), actor: boss, workflow: how, permissions: rules }).refused[action]
        ?.code;
    expect(why({}), 'made and changed it').toBe('four_eyes');
    expect(why({ edited_by: 'another' }), 'made it').toBe('four_eyes');
    expect(why({ created_by: 'another' }), 'changed it or handed it in last').toBe('four_eyes');
    expect(why({ ...others, created_sent_by: 'me' }), 'sent it from a rescue file').toBe('four_eyes');
    expect(why({ ...others, edited_sent_by: 'me' }), 'sent the last change of another').toBe('four_eyes');
    expect(why({ ...others, created_sent_by: 'office', edited_sent_by: null })).toBeUndefined();
    expect(scope(actor({})).refused.verify?.code, 'may not anyway').toBe('role_needed');
    const withOwn = (action: string, own_work: 'refused' | 'allowed'): Workflow => ({
      ...workflow,
      transitions: workflow.transitions.map((step) => (step.action === action ? { ...step, own_work } : step)),
    });
    expect(why({}, withOwn('verify', 'allowed')), 'a small office').toBeUndefined();
    const returned = { state: 'returned' };
    expect(why(returned, workflow, permissions, 'resubmit'), 'handing in is no judgement').toBeUndefined();
    expect(why(returned, withOwn('resubmit', 'refused'), permissions, 'resubmit')).toBe('four_eyes');
    const further: Permissions = { ...permissions, fourEyes: [{ actions: ['resubmit'], forms: [well.form] }] };
    expect(why(returned, workflow, further, 'resubmit'), 'permissions name further steps').toBe('four_eyes');
  });

  it('is nothing of the engine and no judgement while the office sends their work', () => {
    const boss = {
      ...actor({ role: 'admin', programme: null, province_id: null }),
      taken_in_by: { id: 'office', name: 'Office' },
    };
    expect(mayActSystemWide(boss, 'definitions', permissions)).toBe(false);
    expect(scope(boss, others)).toMatchObject({
      allowed: { view: true, edit: true, delete: true, create: true },
      refused: { verify: { code: 'taken_in' } },
    });
    expect(scope(boss, { state: 'returned' }).allowed.resubmit).toBe(true);
  });

  it('is the sum of the rules of all grants', () => {
    expect(Object.keys(scope(actor({})).allowed).sort()).toEqual(['create', 'edit', 'view']);
    expect(Object.keys(scope(actor({}, { role: 'coordinator' }), others).allowed).sort()).toEqual([
      'create',
      'edit',
      'verify',
      'view',
    ]);
    expect(
      Object.keys(scope(actor({ role: 'admin', programme: null, province_id: null }), others).allowed).sort(),
    ).toEqual(['create', 'delete', 'edit', 'verify', 'view']);
    expect(scope(actor()).allowed).toEqual({});
  });

  it('is missing with the reason that was nearest to allowing it', () => {
    const reason = (who: Actor, action: string, over?: object) => scope(who, over).refused[action];
    expect(reason(actor({}), 'verify')).toEqual({
      code: 'role_needed',
      params: { roles: [words('Administrator'), words('Coordinator')] },
    });
    expect(reason(actor({ role: 'coordinator', programme: 'mines' }), 'verify')).toEqual({ code: 'other_programme' });
    expect(reason(actor({ role: 'coordinator', province_id: 'kabul' }), 'verify')).toEqual({ code: 'other_province' });
    expect(
      reason(
        actor({ role: 'coordinator', programme: 'mines' }, { role: 'coordinator', province_id: 'kabul' }),
        'verify',
      ),
    ).toEqual({ code: 'other_province' });
    expect(reason(actor({}), 'edit', { created_by: 'someone' })).toEqual({ code: 'not_yours' });
    expect(reason(actor({}), 'resubmit')).toEqual({
      code: 'transition_not_possible',
      params: { state: words('Submitted') },
    });
  });

  it('ends where the state locks the answers, for everybody', () => {
    const locked = { code: 'state_locked', params: { state: words('Verified') } };
    expect(scope(actor({}), { state: 'verified' }).refused.edit).toEqual(locked);
    expect(
      scope(actor({ role: 'admin', programme: null, province_id: null }), { state: 'verified' }).refused.edit,
    ).toEqual(locked);
  });

  it('names the role that may edit before the lock, to who could not edit in any state', () => {
    expect(scope(actor({ role: 'guest' }), { state: 'verified' }).refused.edit).toEqual({
      code: 'role_needed',
      params: { roles: [words('Administrator'), words('Coordinator'), words('Writer')] },
    });
    expect(scope(actor({}), { state: 'verified', created_by: 'someone' }).refused.edit?.code).toBe('state_locked');
  });

  it('needs no province where the grant or the rule names none', () => {
    expect(scope(actor({ province_id: null }), { province_id: 'kabul' }).allowed).toHaveProperty('view');
    expect(scope(actor({ role: 'guest' }), { province_id: 'kabul' }).allowed).toEqual({ view: true });
  });

  it('of a record that lies in no province is that of the whole programme', () => {
    expect(scope(actor({}), { province_id: null }).allowed).toHaveProperty('view');
    expect(scope(actor({ programme: 'mines' }), { province_id: null }).refused.view).toEqual({
      code: 'other_programme',
    });
  });

  it('of a deleted record is to see it', () => {
    expect(
      scope(actor({ role: 'admin', programme: null, province_id: null }), { deleted_at: '2026-01-01T00:00:00.000Z' })
        .allowed,
    ).toEqual({ create: true, view: true });
  });
});

describe('creating', () => {
  const create = (who: Actor, over: object) =>
    scopeOf({ form: well, record: null, actor: who, workflow, permissions, ...over });

  it('goes by the province of the parent, or the one that was chosen', () => {
    expect(create(actor({}), { parent: { province_id: 'bamyan' } }).allowed).toEqual({ create: true });
    expect(create(actor({}), { parent: { province_id: 'kabul' } }).refused).toEqual({
      create: { code: 'other_province' },
    });
    expect(create(actor({}), { province_id: 'kabul' }).refused).toEqual({ create: { code: 'other_province' } });
  });

  it('is judged without a place until one is known', () => {
    expect(create(actor({}), {}).allowed).toEqual({ create: true });
  });

  it('is refused for a retired form, whose records go on', () => {
    const isRetired = true;
    expect(create(actor({}), { isRetired }).refused).toEqual({ create: { code: 'form_retired' } });
    expect(create(actor({ role: 'guest' }), { isRetired }).refused.create?.code).toBe('role_needed');
    const judged = { form: well, record: record(), actor: actor({}), workflow, permissions };
    expect(scopeOf({ ...judged, isRetired }).allowed).toEqual({ edit: true, view: true });
  });
});

describe('lists', () => {
  it('show the provinces of all grants, or everything', () => {
    expect(visiblePlaces(actor({}, { province_id: 'kabul' }), well, permissions)).toEqual({
      all: false,
      provinces: ['bamyan', 'kabul'],
      own: false,
    });
    expect(visiblePlaces(actor({ province_id: null }), well, permissions)).toMatchObject({ all: true });
    expect(visiblePlaces(actor({ role: 'guest' }), well, permissions)).toMatchObject({ all: true });
    expect(visiblePlaces(actor({ programme: 'mines' }), well, permissions)).toEqual({
      all: false,
      provinces: [],
      own: false,
    });
  });
});

describe('lists of somebody who sees records in some states only', () => {
  const rules = [{ id: 'verified', roles: ['writer'], actions: ['view'], states: ['verified'] }];
  const narrow = { ...permissions, rules } as unknown as Permissions;

  it('show no place as a whole, because the others of it are not visible', () => {
    expect(visiblePlaces(actor({}), well, narrow)).toEqual({ all: false, provinces: [], own: false });
    const judge = (state: string) =>
      scopeOf({ form: well, record: record({ state }), actor: actor({}), workflow, permissions: narrow }).allowed;
    expect([judge('verified'), judge('submitted')]).toEqual([{ view: true }, {}]);
  });
});

describe('engine actions', () => {
  it('are for roles with a rule for every form', () => {
    expect(mayActSystemWide(actor({ role: 'admin' }), 'accounts', permissions)).toBe(true);
    expect(mayActSystemWide(actor({}), 'accounts', permissions)).toBe(false);
    const narrow = {
      ...permissions,
      rules: [{ id: 'one', roles: ['writer'], actions: ['*'], forms: ['visit'] }],
    } as unknown as Permissions;
    expect(mayActSystemWide(actor({}), 'accounts', narrow)).toBe(false);
  });
});

describe('an action on all records of a form', () => {
  it('needs a role of the programme, wherever the records are', () => {
    expect(formRefusal(actor({ role: 'coordinator' }), 'verify', well, permissions, workflow)).toBeUndefined();
    expect(
      formRefusal(actor({ role: 'coordinator', programme: 'mines' }), 'verify', well, permissions, workflow),
    ).toEqual({
      code: 'other_programme',
    });
    expect(formRefusal(actor({ role: 'guest' }), 'verify', well, permissions, workflow)?.code).toBe('role_needed');
  });
});
