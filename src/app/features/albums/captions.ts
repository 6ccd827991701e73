/**
 * Photo captions in the languages that the form of the pictures asks for. A question of no language also holds one of them:
 * photos from before translations have only this caption, and the documented API still reads it.
 */
import type { RecordView } from '../../../core/generated/api.ts';
import { LANGUAGES, type Language } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { type PictureParts, recordAnswerText } from './galleryForms.ts';

export type Captions = Record<Language, string>;

export const NO_CAPTIONS: Captions = { en: '', fa: '', ps: '' };

/** Returns the languages in which captions are written, the user's own first. One question alone holds any language. */
export function captionLanguages({ captions, caption }: PictureParts): Language[] {
  const { language } = preferences();
  const languages = LANGUAGES.filter((one) => captions[one] !== undefined);
  if (languages.length === 0) return caption ? [language] : [];
  return [...languages].sort((a, b) => Number(b === language) - Number(a === language));
}

/** Returns the caption in the user's language, else in any language. */
export function captionOf(parts: PictureParts, image: RecordView): string {
  const all = captionsOf(parts, image);
  return all[preferences().language] || LANGUAGES.map((one) => all[one]).find(Boolean) || '';
}

/** Returns the text alternative of a picture. */
export function altText(parts: PictureParts, image: RecordView): string {
  return captionOf(parts, image) || recordAnswerText(image, parts.title?.name) || image.code || '';
}

/** Returns the captions by language. A single text without a language is put in the language it is written in. */
export function captionsOf(parts: PictureParts, image: RecordView): Captions {
  const all = { ...NO_CAPTIONS };
  for (const one of LANGUAGES) all[one] = recordAnswerText(image, parts.captions[one]);
  const single = recordAnswerText(image, parts.caption?.name);
  if (!single || Object.values(all).some((text) => text !== '')) return all;
  const languages = captionLanguages(parts);
  const written = writtenIn(single);
  return { ...all, [languages.includes(written) ? written : (languages[0] ?? written)]: single };
}

/** Returns the captions to store, without empty ones. */
export function captionAnswers(parts: PictureParts, captions: Captions): Record<string, string> {
  const written = captionLanguages(parts).flatMap((one): [string | undefined, string][] => {
    const text = captions[one].trim();
    return text ? [[parts.captions[one], text]] : [];
  });
  const answers = written.flatMap(([field, text]) => (field === undefined ? [] : [[field, text]]));
  const [first] = written;
  return Object.fromEntries(first && parts.caption ? [...answers, [parts.caption.name, first[1]]] : answers);
}

/** Detects the language by its letters: Latin is English, letters that only Pashto has are Pashto, otherwise Dari. */
function writtenIn(text: string): Language {
  if (!/\p{Script=Arabic}/u.test(text)) return 'en';
  return /[ټډړږښڼځڅېۍګ]/u.test(text) ? 'ps' : 'fa';
}
