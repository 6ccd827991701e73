/** Month and weekday names as used in Afghanistan. Browsers have no names in Pashto, and only those of Iran in Dari. */
import type { Language } from './languages.ts';

export type Calendar = 'solar' | 'gregorian';

export const MONTHS: Record<Calendar, Record<Language, readonly string[]>> = {
  solar: {
    en: ['Hamal', 'Sawr', 'Jawza', 'Saratan', 'Asad', 'Sunbula', 'Mizan', 'Aqrab', 'Qaws', 'Jadi', 'Dalw', 'Hut'],
    fa: ['حمل', 'ثور', 'جوزا', 'سرطان', 'اسد', 'سنبله', 'میزان', 'عقرب', 'قوس', 'جدی', 'دلو', 'حوت'],
    ps: ['وری', 'غویی', 'غبرګولی', 'چنګاښ', 'زمری', 'وږی', 'تله', 'لړم', 'لیندۍ', 'مرغومی', 'سلواغه', 'کب'],
  },
  gregorian: {
    en: [
      'January',
      'February',
      'March',
      'April',
      'May',
      'June',
      'July',
      'August',
      'September',
      'October',
      'November',
      'December',
    ],
    fa: ['جنوری', 'فبروری', 'مارچ', 'اپریل', 'می', 'جون', 'جولای', 'اگست', 'سپتمبر', 'اکتوبر', 'نومبر', 'دسمبر'],
    ps: ['جنوري', 'فبروري', 'مارچ', 'اپرېل', 'مۍ', 'جون', 'جولای', 'اګست', 'سپټمبر', 'اکتوبر', 'نومبر', 'ډسمبر'],
  },
};

/** Solar months as people also write them in Latin letters. */
export const MONTH_SPELLINGS: readonly [name: string, month: number][] = [
  ['Saur', 2],
  ['Jauza', 3],
  ['Sonbola', 6],
  ['Hoot', 12],
];

/** From Saturday, the first day of the week. */
export const WEEKDAYS: Record<Language, readonly string[]> = {
  en: ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  fa: ['شنبه', 'یکشنبه', 'دوشنبه', 'سه‌شنبه', 'چهارشنبه', 'پنجشنبه', 'جمعه'],
  ps: ['شنبه', 'یکشنبه', 'دوشنبه', 'سې‌شنبه', 'چارشنبه', 'پنجشنبه', 'جمعه'],
};
