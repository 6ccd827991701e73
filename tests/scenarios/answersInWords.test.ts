/** Answers in the words of a question. */
import { describe, expect, it } from 'vitest';
import { withAnswers } from '../../src/core/form/answersInWords.ts';
import { pick } from '../../src/core/text/languages.ts';
import { constants, form, words } from '../support/form.ts';

const option = (value: string) => ({ value, label: words(value) });
const compiled = form({
  fields: {
    name: { type: 'text' },
    size: { type: 'integer' },
    born: { type: 'date' },
    kind: { type: 'choice', options: [option('well'), option('river')] },
    men_women: {
      type: 'counts',
      rows: ['men', 'women'].map((name) => ({ id: name, name, label: words(name) })) as never,
    },
  },
});
const said = (text: string, data: object, language: 'en' | 'fa' | 'ps' = 'en') =>
  withAnswers(
    text,
    compiled,
    { ...data },
    {
      language,
      calendar: language === 'en' ? 'gregorian' : 'solar',
      constants,
      refs: {},
    },
  )
    .replaceAll('\u2068', '<')
    .replaceAll('\u2069', '>');

describe('words that name an answer', () => {
  it.each([
    ['{size} people live here', { size: 7 }, 'en', '<7> people live here'],
    ['{size} نفر', { size: 1250 }, 'fa', '<۱٬۲۵۰> نفر'],
    ['Born {born}', { born: '2026-03-21' }, 'ps', 'Born <۱ وری ۱۴۰۵>'],
    ['Water of the {kind}', { kind: 'well' }, 'fa', 'Water of the <well دری>'],
    ['{men} men', { men: 3, women: 4 }, 'en', '<3> men'],
    ['{name}, {size}', { name: 'احمد' }, 'en', '<احمد>, …'],
    ['{name}', { name: '{size} $& $1', size: 3 }, 'en', '<{size} $& $1>'],
    ['{{limit}} and {nothing}', {}, 'en', '{{limit}} and …'],
  ] as const)('%s of %j in %s', (text, data, language, expected) => {
    expect(said(text, data, language)).toBe(expected);
  });

  it('stand without the answers where there is no record: in lists, exports and messages', () => {
    const label = words('How many of the {size} are children?');
    expect(pick(label, 'en')).toBe('How many of the … are children?');
    expect(pick(words('At least {{limit}}'), 'en')).toBe('At least {{limit}}');
  });
});
