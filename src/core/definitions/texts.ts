/** The languages of a form, and its texts: where they stand, and which are missing in a language. */
import { escapePointer, getOwn, isObject } from '../json.ts';
import { LANGUAGES } from '../text/languages.ts';
import { isBlankText } from '../text/letters.ts';
import { MEDIA_POINTER } from './media.ts';
import type { FormDefinition, Text } from './types.ts';

type Named = Pick<FormDefinition, 'languages'>;

/** Returns the languages of a form, the source first. A half-written draft may say anything. */
export function languagesOf({ languages }: Partial<Named>): readonly string[] {
  const named = Array.isArray(languages) ? languages.filter((one) => typeof one === 'string') : [];
  return named.length > 0 ? named : LANGUAGES;
}

/** A text of a definition by its words in each language. */
export type WordsByLanguage = Readonly<Record<string, string>>;

export interface TextAt {
  /** JSON Pointer into the definition. */
  pointer: string;
  text: WordsByLanguage;
}

/** What stands by names and codes, whatever they are called, is no text. */
const BY_NAME =
  /^\/(code|mediaFiles|paths|api\/(?!public)|readOnly|migrate\/(rename|map|split|merge|set))(\/|$)|\/(fields|columns)\/[^/]+\/bind$/;
const TAG = /^[a-z]{2,3}(-|$)/;

/**
 * Returns true if a value holds words by language: those of the form, or at least its source beside others, which are then
 * reported.
 */
export function isTextOf(value: unknown, languages: readonly string[]): value is WordsByLanguage {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return (
    keys.length > 0 &&
    (keys.every((key) => languages.includes(key)) ||
      (keys.includes(languages[0] as string) && keys.every((key) => TAG.test(key)))) &&
    Object.values(value).every((words) => typeof words === 'string')
  );
}

/** Returns the texts of a form's definition in the order in which they stand. Names of files are none. */
export function textsOf(definition: object): TextAt[] {
  const languages = languagesOf(definition);
  const found: TextAt[] = [];
  const look = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null || BY_NAME.test(pointer) || MEDIA_POINTER.test(pointer)) return;
    if (isTextOf(value, languages)) found.push({ pointer, text: value });
    else for (const [key, inner] of Object.entries(value)) look(inner, `${pointer}/${escapePointer(key)}`);
  };
  look(definition, '');
  return found;
}

/** Returns true if a text has no words in a language. */
export function isTextMissing({ text }: TextAt, language: string): boolean {
  return isBlankText(getOwn(text, language) ?? '');
}

/** Returns the texts that have no words in a language. */
export function missingTextsIn(texts: readonly TextAt[], language: string): TextAt[] {
  return texts.filter((text) => isTextMissing(text, language));
}

/** What is new stands in the language of whoever published it. */
export const CHANGES_NOTE_POINTER = '/changes/note';

/** Returns how many texts of a form are missing in each of its languages that lacks some, in their order. */
export function missingTexts(definition: FormDefinition): { language: string; texts: number }[] {
  const texts = textsOf(definition).filter(({ pointer }) => pointer !== CHANGES_NOTE_POINTER);
  return languagesOf(definition)
    .map((language) => ({ language, texts: missingTextsIn(texts, language).length }))
    .filter((one) => one.texts > 0);
}

/** Returns the definition with the words of every text in the order of its languages, so that the source is the first. */
export function sourceFirst<T extends Partial<Named>>(definition: T): T {
  // The order of the three languages is that in which everybody writes them.
  if (definition.languages === undefined) return definition;
  const languages = languagesOf(definition);
  const order = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(order);
    if (!isObject(value)) return value;
    if (!isTextOf(value, languages))
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, order(inner)]));
    const tags = [...languages.filter((tag) => Object.hasOwn(value, tag)), ...Object.keys(value)];
    return Object.fromEntries([...new Set(tags)].map((tag) => [tag, getOwn(value, tag)]));
  };
  return order(definition) as T;
}

/** Returns a text of a draft, which may be half written, or nothing where it has no words. */
export function draftText(value: unknown): Text | undefined {
  if (!isObject(value)) return undefined;
  const words = Object.values(value);
  return words.length > 0 && words.every((one) => typeof one === 'string' && one !== '') ? (value as Text) : undefined;
}
