/** Month and year of a question whose day stands for its month. Stores the first day of that month in the user's calendar. */
import { fromDateParts, monthNames, toDateParts } from '../../../core/text/dates.ts';
import { localDigits } from '../../../core/text/letters.ts';
import { todayInKabul, useWidgets, useWidgetTexts } from '../environment.tsx';
import type { InputProps } from '../types.ts';

/** Years offered before and after the current one. */
const YEARS = { before: 20, after: 5 };

interface Props {
  props: InputProps;
  /** ISO date, or a text that is none. */
  value: string;
  /** Last ISO date that is allowed. Months that begin later are not offered. */
  latest: string | undefined;
}

export function MonthControl({
  props: { id, onChange, disabled, invalid, describedBy, required },
  value,
  latest,
}: Props) {
  const { language, calendar } = useWidgets();
  const { t } = useWidgetTexts();
  const chosen = toDateParts(value, calendar);
  const now = toDateParts(todayInKabul(), calendar)?.year ?? 0;
  const last = latest === undefined ? now + YEARS.after : (toDateParts(latest, calendar)?.year ?? now);
  const years = Array.from({ length: last - now + YEARS.before + 1 }, (_, at) => last - at);
  if (chosen && !years.includes(chosen.year)) years.push(chosen.year);
  const firstDay = (year: number, month: number) => fromDateParts({ year, month, day: 1 }, calendar) ?? undefined;
  const isTooLate = (year: number, month: number) => latest !== undefined && (firstDay(year, month) ?? '') > latest;
  const put = (year: number, month: number) => onChange(firstDay(year, month));
  const shared = {
    className: 'am-input',
    disabled,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
  };
  return (
    <div className="am-month am-beside am-gap-2">
      <select
        {...shared}
        id={id}
        aria-required={required || undefined}
        value={chosen?.month ?? ''}
        onChange={(event) => {
          const month = Number(event.target.value);
          const year = chosen?.year ?? now;
          if (month === 0) onChange(undefined);
          else put(isTooLate(year, month) ? year - 1 : year, month);
        }}
      >
        <option value="">{t('date.anyMonth')}</option>
        {monthNames(language, calendar).map((name, at) => (
          <option key={name} value={at + 1} disabled={chosen !== null && isTooLate(chosen.year, at + 1)}>
            {name}
          </option>
        ))}
      </select>
      <select
        {...shared}
        aria-label={t('date.year')}
        value={chosen?.year ?? ''}
        disabled={disabled || !chosen}
        onChange={(event) => {
          const year = Number(event.target.value);
          // Goes back to the last allowed month of that year.
          for (let month = chosen?.month ?? 1; month >= 1; month -= 1)
            if (!isTooLate(year, month)) return put(year, month);
        }}
      >
        {!chosen && <option value="" />}
        {years.map((year) => (
          <option key={year} value={year}>
            {localDigits(String(year), language)}
          </option>
        ))}
      </select>
    </div>
  );
}
