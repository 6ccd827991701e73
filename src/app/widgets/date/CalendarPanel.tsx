// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is a date grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in the cell takes the focus
// biome-ignore-all lint/suspicious/noArrayIndexKey: weeks have no other identity
/** One month as a grid in either calendar, weeks from Saturday. Arrows move by day and week, Page keys by month or year. */

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { getOwn } from '../../../core/json.ts';
import {
  addDays,
  type Calendar,
  daysInMonth,
  formatDate,
  fromDateParts,
  monthNames,
  toDateParts,
  weekday,
  weekdayNames,
} from '../../../core/text/dates.ts';
import { textDirection } from '../../../core/text/languages.ts';
import { localDigits } from '../../../core/text/letters.ts';
import { Icon } from '../../theme/Icon.tsx';
import { todayInKabul, useWidgets, useWidgetTexts } from '../environment.tsx';

/** First and last day that the definition allows. */
export interface DayLimits {
  earliest?: string;
  latest?: string;
}

function isOutside(day: string, { earliest = day, latest = day }: DayLimits = {}): boolean {
  return day < earliest || day > latest;
}

export interface CalendarPanelProps {
  value: string | undefined;
  calendar: Calendar;
  limits?: DayLimits;
  onCalendar: (calendar: Calendar) => void;
  onPick: (day: string) => void;
}

/** Returns the same day some months later or earlier, or the last day of that month if it is shorter. */
export function addMonths(iso: string, months: number, calendar: Calendar): string {
  const parts = toDateParts(iso, calendar);
  if (!parts) return iso;
  const count = parts.year * 12 + parts.month - 1 + months;
  const year = Math.floor(count / 12);
  const month = (count % 12) + 1;
  return fromDateParts({ year, month, day: Math.min(parts.day, daysInMonth(year, month, calendar)) }, calendar) ?? iso;
}

export default function CalendarPanel({ value, calendar, limits, onCalendar, onPick }: CalendarPanelProps) {
  const { t } = useWidgetTexts();
  const [active, setActive] = useState(value ?? todayInKabul());
  return (
    <div className="am-calendar">
      <MonthHead active={active} calendar={calendar} onShow={setActive} />
      <DayGrid {...{ active, value, calendar, limits, onPick }} onMove={setActive} />
      <div className="am-between am-inline">
        <button
          type="button"
          className="am-link"
          disabled={isOutside(todayInKabul(), limits)}
          onClick={() => onPick(todayInKabul())}
        >
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

interface MonthHeadProps {
  /** Any day of the shown month. */
  active: string;
  calendar: Calendar;
  onShow: (day: string) => void;
}

/** Selects for month and year, and buttons for the previous and next month. */
function MonthHead({ active, calendar, onShow }: MonthHeadProps) {
  const { language } = useWidgets();
  const { t } = useWidgetTexts();
  const { year, month } = toDateParts(active, calendar)!;
  const years = Array.from(
    { length: 121 },
    (_, index) => (toDateParts(todayInKabul(), calendar)?.year ?? year) + 10 - index,
  );
  if (!years.includes(year)) years.unshift(year);
  const show = (m: number, y: number) => onShow(fromDateParts({ year: y, month: m, day: 1 }, calendar) ?? active);
  const step = (by: number, label: string, icon: string) => (
    <button
      type="button"
      className="am-icon-button"
      aria-label={label}
      onClick={() => onShow(addMonths(active, by, calendar))}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div className="am-calendar-head am-gap-1 am-inline">
      {step(-1, t('date.previous'), 'chevron-left')}
      <select
        className="am-input"
        aria-label={t('date.month')}
        value={month}
        onChange={(event) => show(Number(event.target.value), year)}
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
        onChange={(event) => show(month, Number(event.target.value))}
      >
        {years.map((one) => (
          <option key={one} value={one}>
            {localDigits(one, language)}
          </option>
        ))}
      </select>
      {step(1, t('date.next'), 'chevron-right')}
    </div>
  );
}

interface DayGridProps extends Omit<CalendarPanelProps, 'onCalendar'> {
  /** The day that has the keyboard focus. */
  active: string;
  onMove: (day: string) => void;
}

function DayGrid({ active, value, calendar, limits, onMove, onPick }: DayGridProps) {
  const { language } = useWidgets();
  const grid = useRef<HTMLTableElement>(null);
  // Focus the day at opening and when the keyboard moved it, not when the month is changed above.
  const moved = useRef(true);
  const { year, month } = toDateParts(active, calendar)!;
  const first = fromDateParts({ year, month, day: 1 }, calendar)!;
  const before = weekday(first) ?? 0;
  const weeks = Math.ceil((before + daysInMonth(year, month, calendar)) / 7);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLButtonElement>(`[data-day="${active}"]`)?.focus();
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = textDirection(language) === 'rtl' ? -1 : 1;
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
    const step = getOwn(steps, event.key);
    if (!step) return;
    event.preventDefault();
    const day = step();
    if (!day) return;
    moved.current = true;
    onMove(day);
  };
  return (
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
              {/* Calendars in Dari and Pashto abbreviate the days to one letter: ش، ی، د، س، چ، پ، ج. */}
              {name.slice(0, language === 'en' ? 2 : 1)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: weeks }, (_, week) => (
          <tr key={week}>
            {Array.from({ length: 7 }, (_unused, offset) => {
              const day = addDays(first, week * 7 + offset - before)!;
              return <DayCell key={day} {...{ day, month, active, value, calendar, limits, onPick }} />;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayCellProps extends Omit<DayGridProps, 'onMove'> {
  day: string;
  /** The shown month. */
  month: number;
}

function DayCell({ day, month, active, value, calendar, limits, onPick }: DayCellProps) {
  const { language } = useWidgets();
  const now = todayInKabul();
  const parts = toDateParts(day, calendar)!;
  // Not `disabled`: the arrow keys go over these days too.
  const isRefused = isOutside(day, limits);
  return (
    <td role="gridcell" aria-selected={day === value}>
      <button
        type="button"
        data-day={day}
        data-outside={parts.month !== month || undefined}
        data-today={day === now || undefined}
        data-chosen={day === value || undefined}
        aria-current={day === now ? 'date' : undefined}
        aria-label={formatDate(day, { language, calendar })}
        tabIndex={day === active ? 0 : -1}
        aria-disabled={isRefused || undefined}
        onClick={() => !isRefused && onPick(day)}
      >
        {localDigits(parts.day, language)}
      </button>
    </td>
  );
}
