/** Date and time in Kabul. Stored as a UTC instant once both are given. */
import { useState } from 'react';
import { cleanText, localDigits, toLatinDigits, withoutMarks } from '../../../core/text/letters.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { TextControl, toInputText } from '../controls/TextControl.tsx';
import { DateControl } from '../date/Input.tsx';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const { language } = useWidgets();
  const { t } = useWidgetTexts();
  const value = toInputText(props.value);
  const split = splitInstant(value);
  const [half, setHalf] = useState<{ day?: string; time?: string }>({});
  const day = split?.day ?? half.day ?? '';
  const time = split?.time ?? half.time ?? '';
  const put = (next: { day?: string; time?: string }) => {
    setHalf(next);
    const instant = joinInstant(next.day, next.time);
    const leftover = [next.day, next.time].filter(Boolean).join(' ');
    props.onChange(instant ?? (next.day && next.time ? leftover : undefined));
  };
  return (
    <div className="am-pair am-stack am-tiles-small am-fits am-start" data-pair="datetime">
      <DateControl
        props={props}
        value={day}
        label={t('datetime.day')}
        onDate={(next) => put({ day: next, time: time || undefined })}
      />
      <TextControl
        props={{ ...props, describedBy: undefined }}
        id={`${props.id}-time`}
        label={t('datetime.time')}
        placeholder={t('datetime.example')}
        ltr
        className="am-number am-short"
        shown={localDigits(time, language)}
        onText={(typed) => put({ day: day || deviceClock.dayOfForms() || undefined, time: readTime(typed) })}
      />
    </div>
  );
}

const KABUL_MS = 4.5 * 3_600_000;

/** Splits a UTC instant into Kabul date and time (minutes). Returns undefined for an invalid instant. */
export function splitInstant(instant: string): { day: string; time: string } | undefined {
  const at = Date.parse(instant);
  if (!/^\d{4}-\d{2}-\d{2}T/.test(instant) || Number.isNaN(at)) return undefined;
  const there = new Date(at + KABUL_MS).toISOString();
  return { day: there.slice(0, 10), time: there.slice(11, 16) };
}

/** Returns the UTC instant of a date and time in Kabul; undefined if one is missing or invalid. */
export function joinInstant(day: string | undefined, time: string | undefined): string | undefined {
  if (!day || !time || !/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  return new Date(Date.parse(`${day}T${time}:00.000Z`) - KABUL_MS).toISOString();
}

/** Reads a time: 8:5, 0805 and ۸:۰۵ become 08:05. Any other text is returned unchanged. */
export function readTime(typed: string): string | undefined {
  const plain = toLatinDigits(withoutMarks(cleanText(typed)));
  if (plain === '') return undefined;
  const match =
    /^(\d{1,2})[:.\s](\d{1,2})$/.exec(plain) ?? /^(\d{1,2})(\d{2})$/.exec(plain) ?? /^(\d{1,2})()$/.exec(plain);
  if (!match) return plain;
  return `${match[1]!.padStart(2, '0')}:${(match[2] || '0').padStart(2, '0')}`;
}
