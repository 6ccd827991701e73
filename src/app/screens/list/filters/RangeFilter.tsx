/** Filters dates or numbers between two bounds. Dates also offer current periods, such as this month. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Filter } from '../../../../core/generated/api.ts';
import { type PeriodName, periodDays } from '../../../../core/text/dates.ts';
import { readNumber } from '../../../../core/text/letters.ts';
import { deviceClock } from '../../../data/deviceClock.ts';
import { preferences } from '../../../data/preferences.ts';
import { number } from '../../../data/words.ts';
import type { ListColumn } from '../../record/columns.ts';
import { DayInput } from './DayInput.tsx';
import classes from './Filters.module.css';
import {
  type ChangeFilters,
  type FilterBounds,
  filterBoundsOf,
  PERIOD_NAMES,
  periodOfBounds,
  withFilterBounds,
} from './filterSet.ts';
import { isMonthColumn } from './kinds.ts';
import { MonthInput } from './MonthInput.tsx';

/** Periods shorter than a month. */
const SHORTER: ReadonlySet<PeriodName> = new Set(['today', 'week']);

interface Props {
  column: ListColumn;
  filters: Filter[];
  onChange: ChangeFilters;
}

export function DateFilter({ column, filters, onChange }: Props) {
  const { t } = useTranslation();
  const { calendar } = preferences();
  const bounds = filterBoundsOf(filters, column.source);
  const today = deviceClock.today();
  const running = periodOfBounds(bounds, today, calendar);
  const put = (change: FilterBounds) =>
    onChange((now) => withFilterBounds(now, column.source, { ...filterBoundsOf(now, column.source), ...change }));
  const day = (value: unknown) => (typeof value === 'string' ? value : '');
  const byMonth = isMonthColumn(column);
  const Bound = byMonth ? MonthInput : DayInput;
  return (
    <fieldset className={`${classes.field} am-shrinks`} data-wide>
      <legend>{column.label}</legend>
      <div className="am-below-1 am-flow">
        {PERIOD_NAMES.filter((name) => !byMonth || !SHORTER.has(name)).map((name) => (
          <button
            key={name}
            type="button"
            className={`${classes.toggle} am-chip am-holds am-gap-1 am-text`}
            data-on={running === name || undefined}
            aria-pressed={running === name}
            onClick={() => {
              if (running === name) put({ from: '', to: '' });
              else put(periodDays(name, today, calendar));
            }}
          >
            {t(`period.${name}`)}
          </button>
        ))}
      </div>
      <div className={`${classes.range} am-halves am-stack am-row-gap-0 am-shrinks`}>
        <Bound label={t('filter.from')} side="from" value={day(bounds.from)} onChange={(from) => put({ from })} />
        <Bound label={t('filter.to')} side="to" value={day(bounds.to)} onChange={(to) => put({ to })} />
      </div>
    </fieldset>
  );
}

export function NumberFilter({ column, filters, onChange }: Props) {
  const { t } = useTranslation();
  const bounds = filterBoundsOf(filters, column.source);
  const box = (side: 'from' | 'to') => {
    const commit = (typed: string) => {
      const value = readNumber(typed);
      if (value === bounds[side]) return;
      onChange((now) =>
        withFilterBounds(now, column.source, { ...filterBoundsOf(now, column.source), [side]: value ?? '' }),
      );
    };
    return (
      <TextInput
        key={`${side} ${bounds[side]}`}
        label={t(side === 'from' ? 'filter.least' : 'filter.most')}
        inputMode="decimal"
        dir="ltr"
        defaultValue={bounds[side] === undefined ? '' : number(Number(bounds[side]))}
        onBlur={(event) => commit(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
      />
    );
  };
  return (
    <fieldset className={`${classes.field} am-shrinks`}>
      <legend>{column.label}</legend>
      <div className={`${classes.range} am-halves am-stack am-row-gap-0 am-shrinks`}>
        {box('from')}
        {box('to')}
      </div>
    </fieldset>
  );
}
