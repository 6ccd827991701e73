import { expect, test } from 'vitest';
import { answerPatch } from '../../../src/app/widgets/answer.ts';
import { showNumber, typedNumber } from '../../../src/app/widgets/controls/NumberControl.tsx';
import { toStoredText } from '../../../src/app/widgets/controls/TextControl.tsx';
import { addMonths } from '../../../src/app/widgets/date/CalendarPanel.tsx';
import { joinInstant, readTime, splitInstant } from '../../../src/app/widgets/datetime/Input.tsx';
import { distanceInKilometres } from '../../../src/app/widgets/geopoint/distance.ts';
import { readYear } from '../../../src/app/widgets/year/Input.tsx';
import { form } from '../../support/form.ts';

test('numbers are read in both digit sets, with thousands marks and either minus', () => {
  expect(typedNumber('۱۲۳۴')).toBe(1234);
  expect(typedNumber('٤٥٫٥')).toBe(45.5);
  expect(typedNumber('1,450.5')).toBe(1450.5);
  expect(typedNumber('−3')).toBe(-3);
  expect(typedNumber('  ')).toBeUndefined();
});

test('what is no number is kept as it was typed, for the rules to refuse', () => {
  expect(typedNumber('about 12')).toBe('about 12');
  expect(showNumber('about 12', 'en')).toBe('about 12');
  expect(showNumber(1405, 'ps')).toBe('۱۴۰۵');
});

test('text is kept without the spaces around it, and spaces alone are no answer', () => {
  expect(toStoredText('  Two  words\n')).toBe('Two  words');
  expect(toStoredText(' \u00a0 ')).toBeUndefined();
  expect(toStoredText('\u200c\u200f')).toBeUndefined();
});

test('a part of an answer changes that part alone, and a whole one all parts', () => {
  const bind = { amount: 'cost', currency: 'cost_currency' };
  const node = form({ fields: { cost: { type: 'money', bind } } } as never).fields.get('cost')!;
  expect(answerPatch(node, 'AFN', ['cost', 'cost_currency'])).toStrictEqual({ cost_currency: 'AFN' });
  expect(answerPatch(node, { cost: 5 }, ['cost'])).toStrictEqual({ cost: 5, cost_currency: undefined });
});

test('a time of day is a Kabul time and stored as an instant', () => {
  expect(readTime('۸:۵')).toBe('08:05');
  expect(readTime('0830')).toBe('08:30');
  expect(readTime('9')).toBe('09:00');
  expect(joinInstant('2026-11-20', '08:30')).toBe('2026-11-20T04:00:00.000Z');
  expect(joinInstant('2026-11-20', '25:00')).toBeUndefined();
  expect(splitInstant('2026-11-19T20:00:00.000Z')).toEqual({ day: '2026-11-20', time: '00:30' });
});

test('a Solar Hijri year becomes the Gregorian year in which it begins', () => {
  expect(readYear('۱۳۶۵')).toBe(1986);
  expect(readYear('1987')).toBe(1987);
  expect(readYear('last year')).toBe('last year');
  // Below the limits, which the rules then name.
  expect(readYear('۹۰')).toBe(90);
  expect(readYear('\u2067۱۳۶۵\u2069')).toBe(1986);
});

test('the calendar keeps the day when it turns months, or takes the last one', () => {
  // 31 Jawza 1405: the months from Mizan to Hut have no 31st.
  expect(addMonths('2026-06-21', 4, 'solar')).toBe('2026-10-22');
  expect(addMonths('2026-01-31', 1, 'gregorian')).toBe('2026-02-28');
  expect(addMonths('2026-01-15', -1, 'gregorian')).toBe('2025-12-15');
});

test('kilometres between two towns', () => {
  const kabul = { latitude: 34.53, longitude: 69.17 };
  const bamyan = { latitude: 34.82, longitude: 67.82 };
  expect(Math.round(distanceInKilometres(kabul, bamyan))).toBe(128);
});
