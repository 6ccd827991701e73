/**
 * What is written below a picture, in up to three languages. A picture of the time when there was one text keeps it as
 * `activity_description`, which the documented calls know; it always says the caption of one language.
 */
import type { RecordView } from '../../../core/generated/api.ts';
import { LANGUAGES, type Language } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { textOf } from './galleryForms.ts';

export type Captions = Record<Language, string>;

export const NO_CAPTIONS: Captions = { en: '', fa: '', ps: '' };

/** What is said to the reader: in the reader's language, else what there is. */
export function captionOf(image: RecordView): string {
  const all = captionsOf(image);
  return all[preferences().language] || LANGUAGES.map((one) => all[one]).find(Boolean) || '';
}

/** What a picture shows, for those who do not see it. */
export function spoken(image: RecordView): string {
  return captionOf(image) || textOf(image, 'activity_name') || image.code || '';
}

/** One text without a language stands with the language it is written in. */
export function captionsOf(image: RecordView): Captions {
  const all: Captions = {
    en: textOf(image, 'caption_en'),
    fa: textOf(image, 'caption_fa'),
    ps: textOf(image, 'caption_ps'),
  };
  const one = textOf(image, 'activity_description');
  if (one && Object.values(all).every((text) => text === '')) all[writtenIn(one)] = one;
  return all;
}

/** The answers that keep captions; what is empty is left out. */
export function captionAnswers(captions: Captions): Record<string, string> {
  const { language } = preferences();
  const said = LANGUAGES.flatMap((one): [string, string][] => {
    const text = captions[one].trim();
    return text ? [[`caption_${one}`, text]] : [];
  });
  const answers = Object.fromEntries(said);
  const one = answers[`caption_${language}`] ?? said[0]?.[1];
  return one ? { ...answers, activity_description: one } : answers;
}

/** By its letters: Latin ones, those that only Pashto has, or neither. */
function writtenIn(text: string): Language {
  if (!/\p{Script=Arabic}/u.test(text)) return 'en';
  return /[ټډړږښڼځڅېۍګ]/u.test(text) ? 'ps' : 'fa';
}
