/** Finds the screen that a path leads to, for any form. */
import { describe, expect, test } from 'vitest';
import type { FormEntry } from '../../../src/core/generated/api.ts';
import { createPath, fillPath, matchForms, printPath, recordPath } from '../../../src/core/paths/screens.ts';

const words = { en: 'x', fa: 'x', ps: 'x' };

function entry(form: string, paths: FormEntry['paths'], parent?: string): FormEntry {
  return {
    form,
    version: 1,
    programme: 'p',
    kind: 'site',
    title: words,
    plural: words,
    paths,
    ...(parent && { parent: { forms: [parent], field: 'site_id' } }),
    api: { base: form },
    workflow: 'w',
    hash: '',
    may: {},
  } as FormEntry;
}

const site = entry('site', { list: '/sites', record: '/sites/:id', create: ['/sites/create'] });
const visit = entry(
  'visit',
  {
    list: '/visits/',
    record: '/visits/:visitId',
    create: ['/sites/:parent/visit', '/visits-create'],
    aliases: { '/sites-visits': '/visits/', '/old-visits/:id': '/visits/:visitId' },
  },
  'site',
);
const all = [site, visit];

function meaning(path: string) {
  const found = matchForms(all, path);
  return found && { form: found.entry.form, screen: found.screen, id: found.id, parent: found.parent };
}

describe('matchForms', () => {
  test.each([
    ['/sites', { form: 'site', screen: 'list' }],
    ['/sites/', { form: 'site', screen: 'list' }],
    ['/sites/create', { form: 'site', screen: 'create' }],
    ['/sites/search', { form: 'site', screen: 'search' }],
    ['/sites/s1', { form: 'site', screen: 'detail', id: 's1' }],
    ['/sites/s1/edit', { form: 'site', screen: 'edit', id: 's1' }],
    ['/sites/print', { form: 'site', screen: 'print' }],
    ['/sites/s1/print', { form: 'site', screen: 'print', id: 's1' }],
    ['/sites/s1/visit', { form: 'visit', screen: 'create', parent: 's1' }],
    ['/visits', { form: 'visit', screen: 'list' }],
    ['/visits/v1/', { form: 'visit', screen: 'detail', id: 'v1' }],
    ['/visits-create', { form: 'visit', screen: 'create' }],
    ['/sites-visits', { form: 'visit', screen: 'list' }],
    ['/old-visits/v1', { form: 'visit', screen: 'detail', id: 'v1' }],
  ])('%s', (path, expected) => {
    expect(meaning(path)).toEqual({ id: undefined, parent: undefined, ...expected });
  });

  test.each(['/', '/sites/s1/unknown', '/elsewhere', '/sites//visit'])('%s is no form', (path) => {
    expect(meaning(path)).toBeNull();
  });

  test.each([undefined, 'v1'])('the path of paper leads to it (%s)', (id) => {
    expect(meaning(printPath(visit, id))).toEqual({ form: 'visit', screen: 'print', id, parent: undefined });
  });

  test('ids are decoded once, broken escapes stay as they are', () => {
    expect(matchForms(all, '/sites/a%20b')?.id).toBe('a b');
    expect(matchForms(all, '/sites/%E0%A4%A')?.id).toBe('%E0%A4%A');
  });
});

describe('making paths', () => {
  test('a record, a child under its parent, a new one without', () => {
    expect(recordPath(visit, 'a/b')).toBe('/visits/a%2Fb');
    expect(createPath(visit, 's1', '/sites')).toBe('/sites/s1/visit');
    expect(createPath(visit)).toBe('/visits-create');
    expect(createPath(visit, 's1', '/sites', 'about')).toBe('/sites/s1/visit');
    expect(createPath(site, 'a b', '/elsewhere', 'about')).toBe('/sites/create?about=a+b');
    expect(createPath(entry('x', { list: '/x', record: '/x/:id' }))).toBeNull();
  });

  test('what is made is matched again', () => {
    expect(meaning(createPath(visit, 's1', '/sites') as string)).toMatchObject({ form: 'visit', parent: 's1' });
    expect(meaning(recordPath(visit, 'v 1'))).toMatchObject({ screen: 'detail', id: 'v 1' });
    expect(fillPath('/sites/:parent/visit', { parent: 's' })).toBe('/sites/s/visit');
    expect(fillPath('/proofs/show?id=:id&of=:parent', { id: 'a b', parent: 's' })).toBe('/proofs/show?id=a%20b&of=s');
  });
});
