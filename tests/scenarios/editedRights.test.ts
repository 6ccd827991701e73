/** Rights on one form that are ticked: given, taken, and taken from rules for several roles, forms and actions. */
import { describe, expect, it } from 'vitest';
import type { Permissions } from '../../src/core/definitions/types.ts';
import { rightSource, withoutRight, withRight } from '../../src/core/edit/rights.ts';

const form = { form: 'well', definition: { kind: 'site', programme: 'schools' } } as const;
const right = (role: string, actions: string[] = ['create']) => ({ role, form: form as never, actions });
const others = ['well', 'spring', 'visit'].map((name) => ({
  form: name,
  definition: { kind: name === 'visit' ? 'sheet' : 'site', programme: 'schools' },
})) as never[];
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
    expect(rightSource(two.rules, right('teacher'))).toBe('own');
    expect(withoutRight(two, right('teacher'), others)).toEqual(one);
    expect(withoutRight(one, right('guard'), others)).toEqual(none);
  });

  it('of a rule for many forms is taken for one: the rule names the others, for this role and right alone', () => {
    const all = of({ id: 'all', roles: ['guard', 'teacher'], kinds: ['site'], actions: ['create', 'edit'], own: true });
    expect(rightSource(all.rules, right('guard'))).toBe('shared');
    const { rules } = withoutRight(all, right('guard'), others);
    expect(rules).toEqual([
      { id: 'all', roles: ['teacher'], kinds: ['site'], actions: ['create', 'edit'], own: true },
      { id: 'all-2', roles: ['guard'], kinds: ['site'], actions: ['edit'], own: true },
      { id: 'all-create', roles: ['guard'], forms: ['spring'], actions: ['create'], own: true },
    ]);
    const held = others.map((other) => rightSource(rules, { ...right('guard'), form: other }));
    expect(held, 'by the well, the spring and the visit').toEqual(['none', 'own', 'none']);
    const alone = of({ id: 'alone', roles: ['guard'], actions: ['create'] });
    expect(withoutRight(alone, right('guard'), others).rules).toEqual([
      { id: 'alone', roles: ['guard'], forms: ['spring', 'visit'], actions: ['create'] },
    ]);
  });

  it('of a rule that allows everything is told, and cannot be taken here', () => {
    const every = of({ id: 'every', roles: ['guard'], actions: ['*'] });
    expect(rightSource(every.rules, right('guard'))).toBe('general');
    expect(withoutRight(every, right('guard'), others)).toEqual(every);
  });

  it('is taken from one role and form; what the rule gives besides stays', () => {
    const shared = {
      id: 'shared',
      roles: ['guard', 'teacher'],
      forms: ['well', 'spring'],
      actions: ['create', 'edit'],
    };
    const { rules } = withoutRight(of(shared), right('guard'), others);
    expect(rules).toEqual([
      { ...shared, roles: ['teacher'] },
      { ...shared, id: 'shared-2', roles: ['guard'], forms: ['spring'] },
      { ...shared, id: 'shared-well', roles: ['guard'], forms: ['well'], actions: ['edit'] },
    ]);
    expect(rightSource(rules, right('guard'))).toBe('none');
    expect(rightSource(rules, right('guard', ['edit']))).toBe('own');
    expect(rightSource(rules, right('teacher'))).toBe('own');
  });
});
