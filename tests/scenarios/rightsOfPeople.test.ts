/** Whom new permissions give or take something. */
import { describe, expect, it } from 'vitest';
import type { Permissions } from '../../src/core/definitions/types.ts';
import { type FormWithActions, rightsOfPeople } from '../../src/core/records/rightsOfPeople.ts';
import { runAllSteps } from '../../src/core/steps.ts';

const form = (name: string, programme: string): FormWithActions => ({
  form: { form: name, definition: { kind: 'record', programme } as never },
  states: ['open', 'closed'],
  initial: 'open',
  actions: ['view', 'edit'],
});
const FORMS = [form('well', 'water'), form('spring', 'water'), form('court', 'law')];

const person = (id: string, role: string, province_id: string | null, programme: string | null = 'water') => ({
  id,
  grants: [{ role, programme, province_id }],
});
const PEOPLE = [
  person('ada', 'writer', 'north'),
  person('bo', 'writer', 'south'),
  person('cy', 'reader', null),
  person('di', 'writer', 'north', 'law'),
];

const rule = (more: object) => ({ id: 'one', roles: ['writer'], actions: ['view'], place: 'granted', ...more });
const changes = (before: object[], after: object[]) =>
  runAllSteps(
    rightsOfPeople(PEOPLE, FORMS, { rules: before } as never as Permissions, { rules: after } as never as Permissions),
  );

describe('new permissions', () => {
  it('say who gains what, where: by programme, and by the province of each', () => {
    const before = [rule({})];
    const after = [rule({}), rule({ id: 'two', actions: ['edit'], programme: 'granted' })];
    expect(changes(before, after)).toEqual([
      {
        isGain: true,
        actions: ['edit'],
        forms: ['well', 'spring'],
        people: [
          { id: 'ada', provinces: ['north'] },
          { id: 'bo', provinces: ['south'] },
        ],
      },
      { isGain: true, actions: ['edit'], forms: ['court'], people: [{ id: 'di', provinces: ['north'] }] },
    ]);
  });

  it('say who loses what: every action of a role that is left out', () => {
    const all = [rule({ roles: ['reader'], actions: ['view', 'edit'], place: 'any' })];
    expect(changes(all, [])).toEqual([
      {
        isGain: false,
        actions: ['view', 'edit'],
        forms: ['well', 'spring'],
        people: [{ id: 'cy', provinces: [null] }],
      },
    ]);
  });

  it('that narrow a right take it, and give nothing', () => {
    const own = changes([rule({ forms: ['well'] })], [rule({ forms: ['well'], own: true })]);
    const closed = changes([rule({ forms: ['well'] })], [rule({ forms: ['well'], states: ['open'] })]);
    for (const found of [own, closed])
      expect(found.map(({ isGain, people }) => [isGain, people.map(({ id }) => id)])).toEqual([[false, ['ada', 'bo']]]);
  });

  it('count the making of records in the state that new ones have', () => {
    const made = (...states: string[]) => rule({ actions: ['create'], states });
    const making = FORMS.map((one) => ({ ...one, actions: ['create'] }));
    const told = (before: object[], after: object[]) =>
      runAllSteps(rightsOfPeople(PEOPLE, making, { rules: before } as never, { rules: after } as never));
    expect(told([made('open', 'closed')], [made('open')])).toEqual([]);
    expect(told([made('open')], [made('closed')]).map(({ isGain }) => isGain)).toEqual([false, false]);
  });

  it('that say the same in other rules change nothing', () => {
    const split = [rule({ states: ['open'] }), rule({ id: 'two', states: ['closed'] })];
    expect(changes([rule({})], split)).toEqual([]);
    expect(changes([rule({ place: 'any' })], [rule({ place: 'any' }), rule({ id: 'two' })])).toEqual([]);
  });
});
