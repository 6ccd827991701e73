import { describe, expect, it } from 'vitest';
import { periodOf } from '../../src/core/records/due.ts';
import {
  addDays,
  type Calendar,
  type DateParts,
  dayMonthReadings,
  daysBetween,
  daysInMonth,
  firstOfMonth,
  formatDate,
  formatInstant,
  fromDateParts,
  kabulDay,
  monthNames,
  parseDate,
  parseMonth,
  periodDays,
  toDateParts,
  weekday,
  weekdayNames,
} from '../../src/core/text/dates.ts';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import fc from '../support/property.ts';

const CALENDARS: Calendar[] = ['solar', 'gregorian'];
const DAY = 86_400_000;
const isoDay = fc
  .integer({ min: Date.UTC(1850, 0, 1) / DAY, max: Date.UTC(2150, 11, 31) / DAY })
  .map((n) => new Date(n * DAY).toISOString().slice(0, 10));

describe('the Solar Hijri calendar', () => {
  it('agrees with Intl fa-AF on every day of 1921 to 2100, in number and in month name', () => {
    const intl = new Intl.DateTimeFormat('fa-AF-u-ca-persian-nu-latn', {
      timeZone: 'UTC',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
    });
    const wrong: string[] = [];
    for (let time = Date.UTC(1921, 2, 21); time < Date.UTC(2101, 0, 1); time += DAY) {
      const iso = new Date(time).toISOString().slice(0, 10);
      const parts = toDateParts(iso, 'solar');
      const theirs = Object.fromEntries(intl.formatToParts(time).map((part) => [part.type, part.value]));
      // ICU writes the sixth month with a hamza, which people in Afghanistan omit.
      const month = (theirs.month ?? '').replace('سنبلهٔ', 'سنبله');
      if (
        !parts ||
        `${parts.day} ${monthNames('fa', 'solar')[parts.month - 1]} ${parts.year}` !==
          `${theirs.day} ${month} ${theirs.year}`
      )
        wrong.push(iso);
      if (!parts || fromDateParts(parts, 'solar') !== iso) wrong.push(`${iso} back`);
    }
    expect(wrong).toEqual([]);
  });

  it('has a leap day in Hut of leap years only', () => {
    expect([1403, 1404, 1408].map((year) => daysInMonth(year, 12, 'solar'))).toEqual([30, 29, 30]);
    expect(fromDateParts({ year: 1403, month: 12, day: 30 }, 'solar')).toBe('2025-03-20');
    expect(fromDateParts({ year: 1404, month: 12, day: 30 }, 'solar')).toBeNull();
  });
});

describe('a day', () => {
  it.each(CALENDARS)('survives being taken apart and put together (%s)', (calendar) => {
    fc.assert(
      fc.property(isoDay, (iso) => {
        const parts = toDateParts(iso, calendar);
        expect(parts && fromDateParts(parts, calendar)).toBe(iso);
        expect(addDays(addDays(iso, 400) as string, -400)).toBe(iso);
        expect(daysBetween(iso, addDays(iso, 37) as string)).toBe(37);
      }),
    );
  });

  it('is read back from what was shown, in every language, calendar and style', () => {
    fc.assert(
      fc.property(
        isoDay,
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(...CALENDARS),
        fc.constantFrom('long' as const, 'short' as const),
        (iso, language, calendar, style) => {
          expect(parseDate(formatDate(iso, { language, calendar, style }), calendar)).toBe(iso);
        },
      ),
    );
  });

  it('that does not exist is none', () => {
    expect(toDateParts('2026-02-30', 'solar')).toBeNull();
    expect(toDateParts('yesterday', 'gregorian')).toBeNull();
    expect(fromDateParts({ year: 2026, month: 13, day: 1 }, 'gregorian')).toBeNull();
  });

  it('is shown as people write it', () => {
    const iso = '2026-11-20';
    expect(formatDate(iso, { language: 'en', calendar: 'gregorian' })).toBe('20 November 2026');
    expect(formatDate(iso, { language: 'fa', calendar: 'solar' })).toBe('۲۹ عقرب ۱۴۰۵');
    expect(formatDate(iso, { language: 'ps', calendar: 'solar' })).toBe('۲۹ لړم ۱۴۰۵');
    expect(formatDate(iso, { language: 'fa', calendar: 'gregorian' })).toBe('۲۰ نومبر ۲۰۲۶');
    expect(formatDate(iso, { language: 'ps', calendar: 'solar', style: 'short' })).toBe('۱۴۰۵/۰۸/۲۹');
    expect(formatDate('not a day', { language: 'en', calendar: 'gregorian' })).toBe('not a day');
  });
});

describe('a typed day', () => {
  it.each([
    ['۱۴۰۵/۸/۲۹', 'solar'],
    ['1405-08-29', 'solar'],
    ['29.8.1405', 'solar'],
    ['۲۹ عقرب ۱۴۰۵', 'solar'],
    ['14050829', 'solar'],
    ['2026/11/20', 'gregorian'],
    ['20/11/2026', 'gregorian'],
    ['20 november 2026', 'gregorian'],
    ['November 20, 2026', 'gregorian'],
    ['٢٠٢٦-١١-٢٠', 'gregorian'],
    // Dashes of a word processor, and midnight as programs for data write it.
    ['2026–11‑20', 'gregorian'],
    ['2026-11-20 00:00:00', 'solar'],
    ['2026-11-20T00:00:00.000Z', 'solar'],
    ['2026-11-20T00:00:00+00:00', 'gregorian'],
    // A year that is only possible in the other calendar.
    ['2026-11-20', 'solar'],
    ['1405/8/29', 'gregorian'],
    ['۲۹ لړم ۱۴۰۵', 'gregorian'],
  ] as [string, Calendar][])('%s (%s) is understood', (typed, calendar) => {
    expect(parseDate(typed, calendar)).toBe('2026-11-20');
  });

  it('has its month by name in any language, wherever the day and the year stand', () => {
    for (const calendar of CALENDARS)
      for (const language of LANGUAGES)
        for (const [index, name] of monthNames(language, calendar).entries()) {
          const year = calendar === 'solar' ? 1405 : 2026;
          const typed = [`9 ${name} ${year}`, `${name} 9, ${year}`, `${year} ${name} 9`];
          const day = fromDateParts({ year, month: index + 1, day: 9 }, calendar);
          expect(
            typed.map((one) => parseDate(one, 'solar')),
            name,
          ).toEqual([day, day, day]);
        }
  });

  it('may have the month in another spelling', () => {
    expect(['20 Saur 1405', '20 Sawr 1405', 'saur 20, 1405'].map((typed) => parseDate(typed, 'gregorian'))).toEqual(
      Array(3).fill('2026-05-10'),
    );
  });

  it.each(['', '1405', '1405/13/1', '1404/12/30', 'soon', '1/2/3', '2026-11-20-1', '2026-11-19T19:30:00Z', '00:00'])(
    '%s is no day',
    (typed) => {
      expect(parseDate(typed, 'solar')).toBeNull();
    },
  );
});

describe('Kabul', () => {
  it('is four and a half hours ahead: the day changes at 19:30 UTC', () => {
    expect(kabulDay(new Date('2026-11-20T19:29:59Z'))).toBe('2026-11-20');
    expect(kabulDay(new Date('2026-11-20T19:30:00Z'))).toBe('2026-11-21');
    expect(formatInstant('2026-11-20T19:30:00.000Z', { language: 'en', calendar: 'gregorian' })).toBe(
      '21 November 2026 00:00',
    );
    expect(formatInstant('2026-11-20T08:05:00.000Z', { language: 'fa', calendar: 'solar' })).toBe('۲۹ عقرب ۱۴۰۵ ۱۲:۳۵');
  });
});

describe('periods', () => {
  it('begin their week on Saturday', () => {
    expect(weekdayNames('fa')).toHaveLength(7);
    expect(weekday('2026-11-21')).toBe(0);
    expect(periodDays('week', '2026-11-20')).toEqual({ from: '2026-11-14', to: '2026-11-20' });
    expect(periodDays('week', '2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-11-27' });
  });

  it('of month, quarter and year follow the calendar', () => {
    expect(periodDays('today', '2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
    expect(periodDays('month', '2026-02-10')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(periodDays('quarter', '2026-11-20')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
    expect(periodDays('year', '2026-11-20', 'solar')).toEqual({ from: '2026-03-21', to: '2027-03-20' });
    expect(periodDays('month', '2026-11-20', 'solar')).toEqual({ from: '2026-10-23', to: '2026-11-21' });
  });
});

describe('periods in which visits are due', () => {
  const of = (day: string, every: 'week' | 'month' | 'quarter' | 'year', calendar: Calendar = 'solar') => {
    const { from, to } = periodOf(day, { every, calendar });
    return `${from} ${to}`;
  };

  it('are months of the Solar Hijri year unless the definition says Gregorian', () => {
    expect(of('2026-11-23', 'month')).toBe('2026-11-22 2026-12-21');
    expect(of('2026-11-21', 'month')).toBe('2026-10-23 2026-11-21');
    expect(of('2026-11-23', 'month', 'gregorian')).toBe('2026-11-01 2026-11-30');
    expect(of('2026-11-23', 'quarter')).toBe('2026-09-23 2026-12-21');
    expect(of('2026-03-20', 'year')).toBe('2025-03-21 2026-03-20');
  });

  it('are weeks from Saturday to Friday', () => {
    expect(of('2026-11-23', 'week')).toBe('2026-11-21 2026-11-27');
    expect(of('2026-11-21', 'week')).toBe('2026-11-21 2026-11-27');
    expect(of('2026-11-20', 'week')).toBe('2026-11-14 2026-11-20');
  });

  it('follow each other without a gap', () => {
    for (const every of ['week', 'month', 'quarter', 'year'] as const)
      for (let day = '2024-01-01'; day < '2028-01-01'; ) {
        const { from, to } = periodOf(day, { every });
        expect(from <= day && day <= to).toBe(true);
        const next = addDays(to, 1) as string;
        expect(periodOf(next, { every }).from).toBe(next);
        day = next;
      }
  });
});

describe('months', () => {
  it.each([
    ['March 2026', '2026-03-01'],
    ['2026 march', '2026-03-01'],
    ['2026-03', '2026-03-01'],
    ['03/2026', '2026-03-01'],
    ['Mar-26', '2026-03-01'],
    ['حمل ۱۴۰۵', '2026-03-21'],
    ['1405/01', '2026-03-21'],
    ['وری ۱۴۰۵', '2026-03-21'],
    ['1405/02/20', '2026-04-21'],
    ['2026-03-21', '2026-03-21'],
  ])('are read from %s', (typed, first) => {
    expect(parseMonth(typed, 'gregorian')).toBe(first);
  });

  it.each(['2026', '26-03', '2026-13', 'March', 'Foo 2026', '2026 2027', ''])('are none in “%s”', (typed) => {
    expect(parseMonth(typed, 'gregorian')).toBeNull();
  });

  it('are the same for each of their days, and for the names that are shown', () => {
    fc.assert(
      fc.property(isoDay, fc.constantFrom(...CALENDARS), fc.constantFrom(...LANGUAGES), (day, calendar, language) => {
        const first = firstOfMonth(day, calendar);
        expect(firstOfMonth(first, calendar)).toBe(first);
        const begin = fromDateParts({ ...(toDateParts(day, calendar) as DateParts), day: 1 }, calendar) as string;
        expect(parseMonth(formatDate(begin, { language, calendar, style: 'month' }), calendar)).toBe(begin);
      }),
    );
  });
});

describe('a day with its year at the end', () => {
  it('may be two, one or none', () => {
    expect(dayMonthReadings('5/10/2026')).toEqual({ dayFirst: '2026-10-05', monthFirst: '2026-05-10' });
    expect(dayMonthReadings('۲۱-۴-۲۰۲۶')).toEqual({ dayFirst: '2026-04-21', monthFirst: null });
    expect(dayMonthReadings('5/5/2026')).toEqual({ dayFirst: '2026-05-05', monthFirst: '2026-05-05' });
    const either = { dayFirst: '2026-10-05', monthFirst: '2026-05-10' };
    const written = ['5–10–2026', '5 10 2026', '5/10-2026', '05/10/2026 00:00:00', '\u20685/10/2026\u2069'];
    expect(written.map(dayMonthReadings)).toEqual(written.map(() => either));
    expect(['2026/10/05', '5 Oct 2026', '20/02/1405', '5/10/26'].map(dayMonthReadings)).toEqual(
      Array(4).fill(undefined),
    );
  });
});
