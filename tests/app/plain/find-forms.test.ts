/** What the search finds without the server: forms, actions. */
import { describe, expect, test } from 'vitest';
import { searchFindables } from '../../../src/app/shell/navigation/findables.ts';
import { findForms } from '../../../src/app/shell/navigation/findForms.ts';
import type { FormEntry } from '../../../src/core/generated/api.ts';

const entry = (form: string, fa: string, en: string, may: FormEntry['may'] = { view: true }): FormEntry =>
  ({ form, plural: { en, fa, ps: fa }, title: { en, fa, ps: fa }, may }) as FormEntry;

const forms = [
  entry('court-visit', 'بازدید از محکمه', 'Court visits'),
  entry('visit', 'بازدیدها', 'Visits'),
  entry('hidden', 'بازدید پنهان', 'Hidden visits', {}),
];
const departments = [
  { id: 'justice', title: { en: 'Justice', fa: 'عدلیه', ps: 'عدليه' }, items: [{ id: 'c', form: 'court-visit' }] },
] as unknown as Parameters<typeof findForms>[2];
const found = (text: string) => findForms(text, forms, departments).map((one) => one.entry.form);

describe('finding a form', () => {
  test('by words of any language, whatever the keyboard writes', () => {
    expect(found('visit')).toEqual(['visit', 'court-visit']);
    expect(found('محكمه')).toEqual(['court-visit']);
    expect(found('بازديد')).toEqual(['court-visit', 'visit']);
  });

  test('by its department', () => {
    expect(found('justice')).toEqual(['court-visit']);
    expect(findForms('عدلیه', forms, departments)[0]?.department?.id).toBe('justice');
  });

  test('never one the person may not see; nothing fits nonsense', () => {
    expect(found('hidden')).toEqual([]);
    expect(found('zzz')).toEqual([]);
    expect(found('')).toEqual(['court-visit', 'visit']);
  });
});

test('actions are found by any of their words, those that begin with the first in front', () => {
  const action = (key: string, ...words: string[]) => ({ key, to: `/${key}`, icon: 'plus', label: key, words });
  const all = [
    action('check', 'Check visits', 'بررسی'),
    action('new', 'New visit', 'بازدید جدید'),
    action('visits', 'Visit plan'),
  ];
  const keys = (typed: string) => searchFindables(typed, all).map(({ key }) => key);
  expect(keys('visit')).toEqual(['visits', 'check', 'new']);
  expect(keys('جديد بازديد')).toEqual(['new']);
  expect(keys('')).toEqual(['check', 'new', 'visits']);
});
