/**
 * Photo captions in up to three languages. `activity_description` also holds one of them: photos from before translations
 * have only this caption, and the documented API still reads it.
 */
import type { RecordView } from '../../../core/generated/api.ts';
import { LANGUAGES, type Language } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { recordAnswerText } from './galleryForms.ts';

export type Captions = Record<Language, string>;

export const NO_CAPTIONS: Captions = { en: '', fa: '', ps: '' };

/** Returns the caption in the user's language, else in any language. */
export function captionOf(image: RecordView): string {
  const all = captionsOf(image);
  return all[preferences().language] || LANGUAGES.map((one) => all[one]).find(Boolean) || '';
}

/** Returns the text alternative of a picture. */
export function altText(image: RecordView): string {
  return captionOf(image) || recordAnswerText(image, 'activity_name') || image.code || '';
}

/** Returns the captions by language. A single text without a language is put in the language it is written in. */
export function captionsOf(image: RecordView): Captions {
  const all: Captions = {
    en: recordAnswerText(image, 'caption_en'),
    fa: recordAnswerText(image, 'caption_fa'),
    ps: recordAnswerText(image, 'caption_ps'),
  };
  const one = recordAnswerText(image, 'activity_description');
  if (one && Object.values(all).every((text) => text === '')) all[writtenIn(one)] = one;
  return all;
}

/** Returns the caption properties to store, without empty ones. */
export function captionProperties(captions: Captions): Record<string, string> {
  const { language } = preferences();
  const said = LANGUAGES.flatMap((one): [string, string][] => {
    const text = captions[one].trim();
    return text ? [[`caption_${one}`, text]] : [];
  });
  const answers = Object.fromEntries(said);
  const one = answers[`caption_${language}`] ?? said[0]?.[1];
  return one ? { ...answers, activity_description: one } : answers;
}

/** Detects the language by its letters: Latin is English, letters that only Pashto has are Pashto, otherwise Dari. */
function writtenIn(text: string): Language {
  if (!/\p{Script=Arabic}/u.test(text)) return 'en';
  return /[ټډړږښڼځڅېۍګ]/u.test(text) ? 'ps' : 'fa';
}
