/** A day, typed or picked, in the reader's calendar; the other calendar's date stands below. Stored as YYYY-MM-DD. */
import { lazy, Suspense, useState } from 'react';
import { type Calendar, formatDate, parseDate } from '../../../core/text/dates.ts';
import { Icon } from '../../theme/Icon.tsx';
import { patchOf, storedString } from '../controls/stringValue.ts';
import { TextControl } from '../controls/TextControl.tsx';
import { usePopup } from '../controls/usePopup.ts';
import { useWidgets, useWords } from '../environment.tsx';
import type { InputProps } from '../types.ts';

const CalendarPanel = lazy(() => import('./CalendarPanel.tsx'));

export function Input(props: InputProps) {
  const value = storedString(props);
  return <DateControl props={props} value={value} onDate={(day) => props.onChange(patchOf(props, day))} />;
}

interface DateControlProps {
  props: InputProps;
  value: string;
  /** An ISO day, nothing, or what was typed when it is no day (the validator refuses it). */
  onDate: (day: string | undefined) => void;
  id?: string;
  label?: string;
}

export function DateControl({ props, value, onDate, id, label }: DateControlProps) {
  const { language, calendar: own } = useWidgets();
  const { t } = useWords();
  const [calendar, setCalendar] = useState<Calendar>(own);
  const popup = usePopup(() => document.getElementById(`${id ?? props.id}-open`)?.focus());
  const other: Calendar = calendar === 'solar' ? 'gregorian' : 'solar';
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const onText = (typed: string) => {
    const text = typed.trim();
    onDate(text === '' ? undefined : (parseDate(text, calendar) ?? text));
  };
  return (
    <div className="am-date" ref={popup.ref} {...popup.around}>
      <div className="am-date-control">
        <TextControl
          props={props}
          id={id}
          label={label}
          ltr
          className="am-number"
          inputMode="numeric"
          shown={isDay ? formatDate(value, { language, calendar, style: 'short' }) : value}
          placeholder={t(calendar === 'solar' ? 'date.exampleSolar' : 'date.exampleGregorian')}
          onText={onText}
        />
        <button
          type="button"
          id={`${id ?? props.id}-open`}
          className="am-icon-button"
          aria-label={t('date.open')}
          aria-expanded={popup.open}
          disabled={props.disabled}
          onClick={() => popup.setOpen(!popup.open)}
        >
          <Icon name="calendar" size={20} />
        </button>
      </div>
      {isDay && (
        <p className="am-aside">
          {formatDate(value, { language, calendar })} <span aria-hidden="true">·</span>{' '}
          <span>{formatDate(value, { language, calendar: other })}</span>
        </p>
      )}
      {popup.open && (
        <div className="am-popup am-calendar-popup" role="dialog" aria-label={t('date.open')}>
          <Suspense fallback={<p className="am-list-note">{t('choice.loading')}</p>}>
            <CalendarPanel
              value={isDay ? value : undefined}
              calendar={calendar}
              onCalendar={setCalendar}
              onPick={(day) => {
                onDate(day);
                popup.setOpen(false);
                document.getElementById(`${id ?? props.id}-open`)?.focus();
              }}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}
