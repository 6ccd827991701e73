/** Date input in the user's calendar, with the date in both calendars shown below. Stored as YYYY-MM-DD. */
import { useState } from 'react';
import { isMonthQuestion } from '../../../core/form/types/question.ts';
import { type Calendar, formatDate, parseDate } from '../../../core/text/dates.ts';
import { cleanText } from '../../../core/text/letters.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { TextControl, toInputText } from '../controls/TextControl.tsx';
import { useOpenPopup } from '../controls/usePopup.ts';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import { useAnswer } from '../host.tsx';
import type { InputProps } from '../types.ts';
import type { CalendarPanelProps, DayLimits } from './CalendarPanel.tsx';
import { MonthControl } from './MonthControl.tsx';

const CalendarPanel = lazyComponent(() => import('./CalendarPanel.tsx'));

export function Input(props: InputProps) {
  const value = toInputText(props.value);
  const { notBefore, notAfter } = props.node.def;
  // In a row, the earlier date is a cell beside this one, which the form's answers do not show.
  const earlier = useAnswer(props.base === '' ? notBefore : undefined);
  const today = deviceClock.dayOfForms();
  const limits: DayLimits = {
    ...(typeof earlier === 'string' && { earliest: earlier }),
    ...(notAfter && today && { latest: today }),
  };
  if (isMonthQuestion(props.node)) return <MonthControl props={props} value={value} latest={limits.latest} />;
  return <DateControl props={props} value={value} limits={limits} onDate={(day) => props.onChange(day)} />;
}

interface DateControlProps {
  props: InputProps;
  value: string;
  /** Receives an ISO date, undefined, or the typed text if it is not a date, which the validator then refuses. */
  onDate: (day: string | undefined) => void;
  limits?: DayLimits;
  id?: string;
  label?: string;
}

/** Date control. The calendar panel is loaded when it is first opened. */
export function DateControl({ props, value, onDate, limits = {}, id = props.id, label }: DateControlProps) {
  const { language, calendar: own } = useWidgets();
  const { t } = useWidgetTexts();
  const [calendar, setCalendar] = useState<Calendar>(own);
  const [open, setOpen] = useState(false);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const opener = () => document.getElementById(`${id}-open`);
  return (
    <div className="am-date am-holds am-gap-1 am-row-gap-1 am-flow">
      <TextControl
        props={props}
        id={id}
        label={label}
        ltr
        className="am-number"
        inputMode="numeric"
        shown={isDay ? formatDate(value, { language, calendar, style: 'short' }) : value}
        placeholder={t(calendar === 'solar' ? 'date.exampleSolar' : 'date.exampleGregorian')}
        onText={(typed) => {
          const text = cleanText(typed);
          onDate(text === '' ? undefined : (parseDate(text, calendar) ?? text));
        }}
      />
      <button
        type="button"
        id={`${id}-open`}
        className="am-icon-button am-masked"
        data-icon="calendar"
        aria-label={t('date.open')}
        aria-expanded={open}
        disabled={props.disabled}
        onClick={() => setOpen(!open)}
      />
      {isDay && <BothCalendars day={value} calendar={calendar} />}
      {open && (
        <DatePopup
          value={isDay ? value : undefined}
          calendar={calendar}
          limits={limits}
          opener={opener}
          onCalendar={setCalendar}
          onClose={(escaped) => {
            setOpen(false);
            if (escaped) opener()?.focus();
          }}
          onPick={(day) => {
            onDate(day);
            setOpen(false);
            opener()?.focus();
          }}
        />
      )}
    </div>
  );
}

function BothCalendars({ day, calendar }: { day: string; calendar: Calendar }) {
  const { language } = useWidgets();
  const other: Calendar = calendar === 'solar' ? 'gregorian' : 'solar';
  return (
    <p className="am-aside">
      {formatDate(day, { language, calendar })} <span aria-hidden="true">·</span>{' '}
      <span>{formatDate(day, { language, calendar: other })}</span>
    </p>
  );
}

interface DatePopupProps extends CalendarPanelProps {
  /** The button that opened the panel. A press on it does not close the panel here: the button does that itself. */
  opener: () => HTMLElement | null;
  onClose: (escaped: boolean) => void;
}

function DatePopup({ opener, onClose, ...panel }: DatePopupProps) {
  const { t } = useWidgetTexts();
  const { ref, around } = useOpenPopup<HTMLDivElement>({ onClose, opener });
  return (
    <div ref={ref} className="am-popup am-box" role="dialog" aria-label={t('date.open')} {...around}>
      <CalendarPanel waiting={<p className="am-meta am-pad-3">{t('choice.loading')}</p>} {...panel} />
    </div>
  );
}
