/** Rights on one form that are ticked: given, taken, and taken from rules for several roles, forms and actions. */
import { describe, expect, it } from 'vitest';
import type { Permissions } from '../../src/core/definitions/types.ts';
import { heldRight, withoutRight, withRight } from '../../src/core/edit/rights.ts';

const form = { form: 'well', definition: { kind: 'site', programme: 'schools' } } as const;
const right = (role: string, actions: string[] = ['create']) => ({ role, form: form as never, actions });
const of = (...rules: object[]) => ({ roles: [], rules }) as unknown as Permissions;

describe('a ticked right', () => {
  it('is given by a rule of the form, with the sight of its records, and taken with it', () => {
    const none = of();
    const one = withRight(none, right('guard'));
    expect(one.rules).toEqual([
      { id: 'well-create', roles: ['guard'], forms: ['well'], actions: ['create', 'view'], place: 'granted' },
    ]);
    const two = withRight(one, right('teacher'));
    expect(two.rules.map(({ roles }) => roles)).toEqual([['guard', 'teacher']]);
    expect(heldRight(two.rules, right('teacher'))).toBe('own');
    expect(withoutRight(two, right('teacher'))).toEqual(one);
    expect(withoutRight(one, right('guard'))).toEqual(none);
  });

  it('of a rule for many forms is told, and cannot be taken here', () => {
    const all = of({ id: 'all', roles: ['guard'], kinds: ['site'], actions: ['create'] });
    expect(heldRight(all.rules, right('guard'))).toBe('general');
    expect(withoutRight(all, right('guard'))).toEqual(all);
    const every = of({ id: 'every', roles: ['guard'], actions: ['*'] });
    expect(heldRight(every.rules, right('guard'))).toBe('general');
  });

  it('is taken from one role and form; what the rule gives besides stays', () => {
    const shared = {
      id: 'shared',
      roles: ['guard', 'teacher'],
      forms: ['well', 'spring'],
      actions: ['create', 'edit'],
    };
    const { rules } = withoutRight(of(shared), right('guard'));
    expect(rules).toEqual([
      { ...shared, roles: ['teacher'] },
      { ...shared, id: 'shared-2', roles: ['guard'], forms: ['spring'] },
      { ...shared, id: 'shared-well', roles: ['guard'], forms: ['well'], actions: ['edit'] },
    ]);
    expect(heldRight(rules, right('guard'))).toBe('none');
    expect(heldRight(rules, right('guard', ['edit']))).toBe('own');
    expect(heldRight(rules, right('teacher'))).toBe('own');
  });
});
