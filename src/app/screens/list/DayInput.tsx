/** A day typed in the reader's calendar and digits; kept as ISO. */
import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDate } from '../../../core/text/dates.ts';
import { preferences } from '../../data/preferences.ts';
import { date, digits } from '../../data/words.ts';

interface Props {
  /** Drawn above; without it `name` is read aloud. */
  label?: string;
  name?: string;
  value: string;
  onChange: (iso: string) => void;
}

export function DayInput({ label, name, value, onChange }: Props) {
  const { t } = useTranslation();
  const { calendar } = preferences();
  const [typed, setTyped] = useState(date(value, 'short'));
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(date(value, 'short'));
    setWrong(false);
  }, [value]);
  const commit = () => {
    const given = typed.trim();
    const iso = given === '' ? '' : parseDate(given, calendar);
    setWrong(iso === null);
    if (iso !== null && iso !== value) onChange(iso);
    if (iso) setTyped(date(iso, 'short'));
  };
  return (
    <TextInput
      {...(label ? { label } : { 'aria-label': name })}
      dir="ltr"
      inputMode="numeric"
      placeholder={digits(calendar === 'solar' ? '1405/01/31' : '2026/04/20')}
      value={typed}
      error={wrong ? t('filter.badDate') : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}
