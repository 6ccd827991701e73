/** Date input in the user's calendar and digits, typed or picked from a month. The value is an ISO date. */
import { ActionIcon, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDate } from '../../../../core/text/dates.ts';
import { cleanText } from '../../../../core/text/letters.ts';
import { lazyComponent, WIDGET_NAMESPACES } from '../../../data/onDemand.tsx';
import { preferences } from '../../../data/preferences.ts';
import { date, digits } from '../../../data/words.ts';
import { Icon } from '../../../theme/Icon.tsx';
import { usePopup } from '../../../widgets/controls/usePopup.ts';
import classes from './Filters.module.css';

const DayPanel = lazyComponent(() => import('./DayPanel.tsx'), { words: WIDGET_NAMESPACES });

interface Props {
  /** Visible label. Without it, `name` is the accessible name. */
  label?: string;
  name?: string;
  /** Which bound of a range it is. Days are their own bounds. */
  side?: 'from' | 'to';
  value: string;
  onChange: (iso: string) => void;
}

export function DayInput({ label, name, value, onChange }: Props) {
  const { t } = useTranslation();
  const { calendar } = preferences();
  const [typed, setTyped] = useState(date(value, 'short'));
  const [wrong, setWrong] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const popup = usePopup(() => opener.current?.focus());
  useEffect(() => {
    setTyped(date(value, 'short'));
    setWrong(false);
  }, [value]);
  const commit = () => {
    const given = cleanText(typed);
    const iso = given === '' ? '' : parseDate(given, calendar);
    setWrong(iso === null);
    if (iso !== null && iso !== value) onChange(iso);
    if (iso) setTyped(date(iso, 'short'));
  };
  return (
    <div className={`${classes.day} am-holds am-shrinks`} ref={popup.ref} {...popup.around}>
      <TextInput
        {...(label ? { label } : { 'aria-label': name })}
        dir="ltr"
        inputMode="numeric"
        placeholder={t('filter.dateExample', { day: digits(calendar === 'solar' ? '1405/01/31' : '2026/04/20') })}
        value={typed}
        error={wrong ? t('filter.badDate') : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        rightSection={
          <ActionIcon
            ref={opener}
            variant="subtle"
            aria-label={t('filter.calendar', { name: label ?? name })}
            aria-expanded={popup.open}
            onClick={() => popup.setOpen(!popup.open)}
          >
            <Icon name="calendar" size={18} />
          </ActionIcon>
        }
      />
      {popup.open && (
        <div
          className={`${classes.calendar} am-above-1 am-round`}
          role="dialog"
          aria-label={t('filter.calendar', { name: label ?? name })}
        >
          <DayPanel
            waiting={<p>{t('loading')}</p>}
            value={value}
            onPick={(day) => {
              onChange(day);
              popup.setOpen(false);
              opener.current?.focus();
            }}
          />
        </div>
      )}
    </div>
  );
}
