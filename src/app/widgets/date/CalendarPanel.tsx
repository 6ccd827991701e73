// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is a date grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in the cell takes the focus
// biome-ignore-all lint/suspicious/noArrayIndexKey: weeks have no other identity
/** A month as a grid, weeks from Saturday, in either calendar; arrows move by day and week, Page keys by month and year. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  addDays,
  type Calendar,
  daysInMonth,
  formatDate,
  fromParts,
  monthNames,
  toParts,
  weekday,
  weekdayNames,
} from '../../../core/text/dates.ts';
import { localDigits } from '../../../core/text/digits.ts';
import { direction } from '../../../core/text/languages.ts';
import { Icon } from '../../theme/Icon.tsx';
import { today, useWidgets, useWords } from '../environment.tsx';

interface CalendarPanelProps {
  value: string | undefined;
  calendar: Calendar;
  onCalendar: (calendar: Calendar) => void;
  onPick: (day: string) => void;
}

/** The same day some months away, or the month's last. */
export function addMonths(iso: string, months: number, calendar: Calendar): string {
  const parts = toParts(iso, calendar);
  if (!parts) return iso;
  const count = parts.year * 12 + parts.month - 1 + months;
  const year = Math.floor(count / 12);
  const month = (count % 12) + 1;
  return fromParts({ year, month, day: Math.min(parts.day, daysInMonth(year, month, calendar)) }, calendar) ?? iso;
}

export default function CalendarPanel({ value, calendar, onCalendar, onPick }: CalendarPanelProps) {
  const { language } = useWidgets();
  const { t } = useWords();
  const now = today();
  const [active, setActive] = useState(value ?? now);
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(true);
  const { year, month } = toParts(active, calendar)!;
  const first = fromParts({ year, month, day: 1 }, calendar)!;
  const start = addDays(first, -(weekday(first) ?? 0))!;
  const weeks = Math.ceil(((weekday(first) ?? 0) + daysInMonth(year, month, calendar)) / 7);

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLButtonElement>(`[data-day="${active}"]`)?.focus();
  }, [active]);

  const go = (day: string | null) => {
    if (!day) return;
    moved.current = true;
    setActive(day);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = direction(language) === 'rtl' ? -1 : 1;
    const steps: Record<string, () => string | null> = {
      ArrowRight: () => addDays(active, forward),
      ArrowLeft: () => addDays(active, -forward),
      ArrowDown: () => addDays(active, 7),
      ArrowUp: () => addDays(active, -7),
      PageDown: () => addMonths(active, event.shiftKey ? 12 : 1, calendar),
      PageUp: () => addMonths(active, event.shiftKey ? -12 : -1, calendar),
      Home: () => addDays(active, -(weekday(active) ?? 0)),
      End: () => addDays(active, 6 - (weekday(active) ?? 0)),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    go(step());
  };
  const setMonth = (m: number, y: number) => setActive(fromParts({ year: y, month: m, day: 1 }, calendar) ?? active);
  const years = Array.from({ length: 121 }, (_, index) => (toParts(now, calendar)?.year ?? year) + 10 - index);
  if (!years.includes(year)) years.unshift(year);

  return (
    <div className="am-calendar">
      <div className="am-calendar-head">
        <button
          type="button"
          className="am-icon-button"
          aria-label={t('date.previous')}
          onClick={() => setActive(addMonths(active, -1, calendar))}
        >
          <Icon name="chevron-left" />
        </button>
        <select
          className="am-input"
          aria-label={t('date.month')}
          value={month}
          onChange={(event) => setMonth(Number(event.target.value), year)}
        >
          {monthNames(language, calendar).map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </select>
        <select
          className="am-input"
          aria-label={t('date.year')}
          value={year}
          onChange={(event) => setMonth(month, Number(event.target.value))}
        >
          {years.map((one) => (
            <option key={one} value={one}>
              {localDigits(one, language)}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="am-icon-button"
          aria-label={t('date.next')}
          onClick={() => setActive(addMonths(active, 1, calendar))}
        >
          <Icon name="chevron-right" />
        </button>
      </div>
      <table
        className="am-days"
        role="grid"
        ref={grid}
        aria-label={`${monthNames(language, calendar)[month - 1]} ${localDigits(year, language)}`}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {weekdayNames(language).map((name) => (
              <th key={name} scope="col" abbr={name}>
                {language === 'en' ? name.slice(0, 2) : shortDay(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: weeks }, (_, week) => (
            <tr key={week}>
              {Array.from({ length: 7 }, (_unused, offset) => {
                const day = addDays(start, week * 7 + offset)!;
                const parts = toParts(day, calendar)!;
                return (
                  <td key={day} role="gridcell" aria-selected={day === value}>
                    <button
                      type="button"
                      data-day={day}
                      data-outside={parts.month !== month || undefined}
                      data-today={day === now || undefined}
                      data-chosen={day === value || undefined}
                      aria-current={day === now ? 'date' : undefined}
                      aria-label={formatDate(day, { language, calendar })}
                      tabIndex={day === active ? 0 : -1}
                      onClick={() => onPick(day)}
                    >
                      {localDigits(parts.day, language)}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="am-calendar-foot">
        <button type="button" className="am-link" onClick={() => onPick(now)}>
          {t('date.today')}
        </button>
        <button
          type="button"
          className="am-link"
          onClick={() => onCalendar(calendar === 'solar' ? 'gregorian' : 'solar')}
        >
          {t(calendar === 'solar' ? 'date.toGregorian' : 'date.toSolar')}
        </button>
      </div>
    </div>
  );
}

/** ش، ی، د، س، چ، پ، ج: the letters by which calendars in both languages abbreviate the days. */
function shortDay(name: string): string {
  return name.charAt(0);
}
