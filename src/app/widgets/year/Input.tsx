import { isPossibleDay } from '../../../core/text/calendar.ts';
import { fromDateParts, toDateParts } from '../../../core/text/dates.ts';
import { cleanText, localDigits, toLatinDigits, withoutMarks } from '../../../core/text/letters.ts';
import { TextControl, toInputText } from '../controls/TextControl.tsx';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import type { InputProps } from '../types.ts';

/** Gregorian year. A Solar Hijri year (1200 to 1599) is converted, and the Gregorian year is shown instead. */
export function Input(props: InputProps) {
  const { language, calendar } = useWidgets();
  const { t } = useWidgetTexts();
  const text = toInputText(props.value);
  const solar =
    // A number that is no year yet, such as 90, is the year of nothing.
    isPossibleDay(`${text}-12-31`) && calendar === 'solar' ? toDateParts(`${text}-12-31`, 'solar')?.year : undefined;
  return (
    <div>
      <TextControl
        props={props}
        ltr
        className="am-number am-short"
        inputMode="numeric"
        shown={localDigits(text, language)}
        onText={(typed) => props.onChange(readYear(typed))}
      />
      {solar !== undefined && (
        <p className="am-aside">
          {t('year.solar', { from: localDigits(solar - 1, language), to: localDigits(solar, language) })}
        </p>
      )}
    </div>
  );
}

/** Returns the Gregorian year in which the typed year begins, or the text itself if it is not a year. */
export function readYear(typed: string): number | string | undefined {
  const plain = toLatinDigits(withoutMarks(cleanText(typed)));
  if (plain === '') return undefined;
  if (!/^\d{1,4}$/.test(plain)) return cleanText(typed);
  const year = Number(plain);
  if (year < 1200 || year >= 1600) return year;
  return Number(fromDateParts({ year, month: 1, day: 1 }, 'solar')?.slice(0, 4));
}
