/** Where in a form a finding stands, in the words of the form. */
import { describe, expect, it } from 'vitest';
import { placeInWords, questionPlacesIn } from '../../src/core/definitions/place.ts';

const words = (en: string, fa: string) => ({ en, fa, ps: fa });

const definition = {
  sections: [
    {
      title: words('Visit', 'بازدید'),
      fields: [{ title: words('Water', 'آب'), fields: ['clean'] }, 'depth', 'tests', 'gone'],
    },
  ],
  fields: {
    clean: {
      label: words('Is it clean?', 'آیا پاک است؟'),
      options: [{ value: 'yes', label: words('Yes', 'بلی') }],
    },
    depth: { label: words('Depth', 'عمق'), bind: { from: 'depth_from', to: 'depth_to' } },
    tests: {
      label: words('Tests', 'آزمایش‌ها'),
      columns: {
        day: { label: words('Day', 'روز') },
        values: { label: words('Values', 'قیمت‌ها'), columns: { lead: { label: words('Lead', 'سرب') } } },
      },
    },
  },
};

describe('the place of a finding', () => {
  const placeOf = questionPlacesIn(definition);
  const said = (pointer: string, isContract?: boolean, language = 'en') => {
    const { question, titles } = placeOf(pointer, isContract);
    return [question, placeInWords(titles, language)];
  };

  it.each([
    ['/fields/clean/options/0/value', 'clean', 'Visit › Water › Is it clean? › Yes'],
    ['/fields/depth/label/fa', 'depth', 'Visit › Depth'],
    ['/fields/tests/columns/day/type', 'tests.day', 'Visit › Tests › Day'],
    ['/fields/tests/columns/values/columns/lead', 'tests.values.lead', 'Visit › Tests › Values › Lead'],
    ['/sections/0/fields/0/fields/0', 'clean', 'Visit › Water › Is it clean?'],
    ['/sections/0/fields/3', undefined, 'Visit'],
    ['/sections/0/fields/0/visibleWhen', undefined, 'Visit › Water'],
    ['/list/search/0', undefined, ''],
    ['/fields', undefined, ''],
    ['', undefined, ''],
  ])('%s is the question %s', (pointer, question, place) => {
    expect(said(pointer)).toEqual([question, place]);
  });

  it.each([
    ['/properties/depth_to/minimum', 'depth', 'Visit › Depth'],
    ['/properties/tests/items/properties/day', 'tests.day', 'Visit › Tests › Day'],
    [
      '/properties/tests/items/properties/values/items/properties/lead',
      'tests.values.lead',
      'Visit › Tests › Values › Lead',
    ],
    ['/properties/tests/maxItems', 'tests', 'Visit › Tests'],
    ['/properties/other', undefined, ''],
    ['/required', undefined, ''],
  ])('in the data contract %s is the question %s', (pointer, question, place) => {
    expect(said(pointer, true)).toEqual([question, place]);
  });

  it('is in the language of the reader', () => {
    expect(said('/fields/tests/columns/day', false, 'fa')).toEqual(['tests.day', 'بازدید › آزمایش‌ها › روز']);
  });

  it.each([
    {},
    { sections: [5, { fields: 'a' }, { fields: [null, 7, { fields: 3 }] }], fields: [] },
    { fields: { a: 3, b: { bind: 4, rows: 'no', columns: [] }, c: { rows: [null] } }, sections: {} },
  ])('is told of a half-written form as far as it goes: %j', (draft) => {
    const told = questionPlacesIn(draft);
    expect(told('/fields/a/label')).toEqual({ question: 'a', titles: [] });
    for (const pointer of ['/properties/b/items/properties/x', '/properties/c', '/sections/1/fields/0'])
      expect(told(pointer, pointer.startsWith('/properties')).titles).toEqual([]);
  });
});
