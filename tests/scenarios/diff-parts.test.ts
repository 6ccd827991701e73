/** What changed in menu, permissions and choice lists is told in words: lines, rights of roles, options. */
import { describe, expect, it } from 'vitest';
import { diffPart } from '../../src/core/definitions/diff/parts.ts';
import type { PartContent, PartNames } from '../../src/core/definitions/parts.ts';
import type { ChoiceList, Navigation, Permissions } from '../../src/core/definitions/types.ts';
import type { Text } from '../../src/core/text/languages.ts';
import { words } from '../support/form.ts';

const names: PartNames = {
  form: words,
  action: words,
  isEngine: (action) => action === 'accounts',
  kind: words,
  state: words,
  word: (key, { states } = {}) => (states ? { ...words(key), en: `while ${states.en}` } : words(key)),
};
const said = (value: Text | string | undefined) => (typeof value === 'object' ? value.en : value);
const told = (part: string, before: PartContent | undefined, after: PartContent) =>
  diffPart(part, before, after, names).map(({ kind, about, before, after }) =>
    [kind, said(about), said(before), said(after)].filter((one) => one !== undefined).join(' | '),
  );

type Rule = Permissions['rules'][number];

describe('a change of permissions', () => {
  const roles: Permissions['roles'] = [
    { id: 'focal', label: words('Focal') },
    { id: 'head', label: words('Head') },
  ];
  const rules = (...given: Omit<Rule, 'id'>[]): Permissions => ({
    roles,
    rules: given.map((rule, at) => ({ id: `rule-${at}`, ...rule })) as Permissions['rules'],
  });
  const before = rules(
    { roles: ['head'], actions: ['*'], place: 'any', programme: 'any' },
    { roles: ['focal'], actions: ['view', 'edit'], states: ['sent', 'returned'] },
  );
  const place = 'grantedPlace · grantedProgramme';

  it('names the role that gains or loses a right, with its limits', () => {
    const after = rules(
      { roles: ['head'], actions: ['*'], place: 'any', programme: 'any' },
      { roles: ['focal'], actions: ['view'], forms: ['well', 'school'], own: true },
      { roles: ['focal'], actions: ['accounts'] },
    );
    expect(told('permissions', before, after)).toEqual([
      `right_gained | Focal | view: well, school · ${place} · own`,
      `right_gained | Focal | accounts: ${place}`,
      `right_lost | Focal | view, edit: allForms · ${place} · while sent, returned`,
    ]);
  });

  it('says which steps need somebody else than the author', () => {
    const needed: Permissions = { ...before, fourEyes: [{ actions: ['verify'], kinds: ['sheet'] }] };
    expect(told('permissions', before, needed)).toEqual(['four_eyes_changed | fourEyes | verify: sheet']);
    const all: Permissions = { ...before, fourEyes: [{ actions: ['verify', 'archive'] }] };
    expect(told('permissions', needed, all)).toEqual([
      'four_eyes_changed | fourEyes | verify: sheet | verify, archive: allForms',
    ]);
  });

  it('says nothing when rules are split, renamed or repeat what another one gives', () => {
    const after = rules(
      { roles: ['head', 'focal'], actions: ['view', 'edit'], states: ['returned'] },
      { roles: ['head'], actions: ['*'], place: 'any', programme: 'any' },
      { roles: ['focal'], actions: ['view'], states: ['sent'] },
      { roles: ['focal'], actions: ['edit'], states: ['sent'] },
    );
    expect(told('permissions', before, after)).toEqual([]);
  });

  it('names roles that come, go or are worded otherwise', () => {
    const after: Permissions = {
      ...before,
      roles: [
        { id: 'focal', label: words('Person') },
        { id: 'other', label: words('Other') },
      ],
    };
    expect(told('permissions', before, after)).toEqual([
      'role_worded | Person | Focal | Person',
      'role_added | Other',
      'role_removed | Head',
    ]);
  });
});

describe('a change of the menu', () => {
  const menu = (id: string, ...forms: string[]) => ({
    id,
    title: words(id),
    items: forms.map((form) => ({ id: form, form })),
  });
  const before: Navigation = { departments: [menu('north', 'well', 'school'), menu('south', 'court')], bar: [] };

  it('names lines that come, go, move or stand in another order', () => {
    const after: Navigation = {
      departments: [menu('south', 'well', 'court', 'mine'), menu('north')],
      bar: [{ id: 'map', title: words('Map'), path: '/map' }],
      quick: [{ form: 'mine' }],
    };
    expect(told('navigation', before, after)).toEqual([
      'menus_reordered | menus | north, south | south, north',
      'line_moved | well | north | south',
      'line_added | mine | south',
      'line_added | Map | bar',
      'line_added | mine | quick',
      'line_removed | school | north',
    ]);
    const turned = { ...before, departments: [menu('north', 'school', 'well'), menu('south', 'court')] };
    expect(told('navigation', before, turned)).toEqual(['lines_reordered | north | well, school | school, well']);
  });

  it('names menus that come and go, other words and other places of a line', () => {
    const after: Navigation = {
      departments: [{ ...menu('north', 'well', 'school'), title: words('North side') }, menu('west')],
      bar: [],
    };
    (after.departments[0]?.items[0] as { icon?: string }).icon = 'pick';
    expect(told('navigation', before, after)).toEqual([
      'menu_worded | North side | north | North side',
      'menu_added | west',
      'menu_removed | south',
      'part_changed | well | "pick"',
      'line_removed | court | south',
    ]);
  });
});

it('of a choice list names options that come, go, are worded or marked otherwise', () => {
  const before: ChoiceList = {
    list: 'bank',
    title: words('Banks'),
    items: [
      { id: 'a', label: words('A') },
      { id: 'b', label: words('B') },
      { id: 'c', label: words('C') },
    ],
  };
  const after = {
    ...before,
    items: [
      { id: 'b', label: words('B'), code: 'B2' },
      { id: 'a', label: words('Azizi') },
      { id: 'd', label: words('D') },
    ],
  };
  expect(told('choices.bank', before, after)).toEqual([
    'part_changed | B | "B2"',
    'option_worded | Banks | A | Azizi',
    'option_added | Banks | D',
    'option_removed | Banks | C',
    'options_reordered | Banks | a, b | b, a',
  ]);
  expect(told('choices.bank', undefined, before).length, 'of a new list').toBe(3);
});
