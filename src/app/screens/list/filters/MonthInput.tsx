/** Month of the user's calendar, chosen by its name and year. The value is the ISO date of its first or its last day. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fromDateParts, monthNames, periodDays, toDateParts } from '../../../../core/text/dates.ts';
import { cleanText, toLatinDigits, withoutMarks } from '../../../../core/text/letters.ts';
import { deviceClock } from '../../../data/deviceClock.ts';
import { preferences } from '../../../data/preferences.ts';
import { digits } from '../../../data/words.ts';
import classes from './Filters.module.css';

interface Props {
  label?: string;
  /** Accessible name where no label is shown. */
  name?: string;
  /** from: its first day; to: its last day. */
  side: 'from' | 'to';
  value: string;
  onChange: (iso: string) => void;
}

export function MonthInput({ label, name = label ?? '', side, value, onChange }: Props) {
  const { t } = useTranslation();
  const { language, calendar } = preferences();
  const chosen = toDateParts(value, calendar);
  const put = (year: number, month: number) => {
    const first = fromDateParts({ year, month, day: 1 }, calendar);
    if (first) onChange(periodDays('month', first, calendar)[side]);
  };
  const thisYear = () => toDateParts(deviceClock.today(), calendar)?.year ?? 0;
  return (
    <fieldset className={`${classes.month} am-stack am-gap-1 am-row-gap-0`}>
      {label && <legend className="am-meta">{label}</legend>}
      <NativeSelect
        aria-label={t('filter.month', { name })}
        value={chosen ? String(chosen.month) : ''}
        data={[
          { value: '', label: t('filter.anyMonth') },
          ...monthNames(language, calendar).map((month, at) => ({ value: String(at + 1), label: month })),
        ]}
        onChange={(event) => {
          const month = Number(event.currentTarget.value);
          if (month === 0) onChange('');
          else put(chosen?.year ?? thisYear(), month);
        }}
      />
      <TextInput
        key={value}
        aria-label={t('filter.year', { name })}
        inputMode="numeric"
        dir="ltr"
        maxLength={4}
        placeholder={digits(thisYear())}
        defaultValue={chosen ? digits(chosen.year) : ''}
        onBlur={(event) => commit(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
      />
    </fieldset>
  );

  function commit(typed: string): void {
    const latin = toLatinDigits(withoutMarks(cleanText(typed)));
    if (latin === '' && chosen) onChange('');
    else if (/^\d{4}$/.test(latin) && Number(latin) !== chosen?.year)
      put(Number(latin), chosen?.month ?? (side === 'from' ? 1 : 12));
  }
}
