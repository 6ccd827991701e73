/** The state of every translation into one language, and how it changes when texts change or move. */
import { getOwn } from '../../json.ts';
import { languagesOf, type TextAt, textsOf } from '../texts.ts';

/** States that a person gives to a translation. */
export const GIVEN_STATES = ['machine', 'draft', 'checked', 'approved'] as const;
export type GivenState = (typeof GIVEN_STATES)[number];
/** A translation is stale when the source changed since it was made. */
export const TRANSLATION_STATES = [...GIVEN_STATES, 'stale'] as const;
export type TranslationState = (typeof TRANSLATION_STATES)[number];

/** State of a translation, and who gave it to it and when, where that is known. */
export interface TextState {
  state: TranslationState;
  by?: string;
  /** ISO day, or time where a server knows it. */
  at?: string;
}

/** State of one translation in a file, with the hash of the source text that it was translated from. */
export interface StatusEntry extends TextState {
  en: string;
}

/** By file, then by JSON Pointer. */
export type TranslationStatus = Record<string, Record<string, StatusEntry>>;

/** Hexadecimal digits of a SHA-256 by which a status file knows a source text. */
export const HASH_DIGITS = 12;

/** Returns the path of the file with the states of another one, by language and the folder that one group of translators works on. */
export function statusPath(language: string, path: string): string {
  return `locales/status/${language}/${path.startsWith('forms/') ? path.split('/')[1] : 'interface'}.json`;
}

/** The current texts of one file: JSON Pointer and hash of the source, in file order. */
export type SourceTexts = readonly (readonly [pointer: string, source: string])[];

/** Returns the texts of a form that are translated into a language, each with its source. */
export function translatedInto(definition: object, language: string): (TextAt & { source: string })[] {
  const [source = ''] = languagesOf(definition);
  return textsOf(definition).flatMap((one) => {
    const [from, words] = [getOwn(one.text, source), getOwn(one.text, language)];
    return from === undefined || words === undefined ? [] : [{ ...one, source: from }];
  });
}

/**
 * Returns the new status of a file's texts, from its last known status.
 *
 * A text that did not move keeps its state. A text that only moved, because another was added or removed before it, takes
 * its state along. Where the source of a place changed, the translation is stale. All others are drafts.
 */
export function updatedStatus(known: Record<string, StatusEntry>, texts: SourceTexts): Record<string, StatusEntry> {
  const now = new Map(texts);
  const gone = new Map(Object.entries(known).filter(([pointer, { en }]) => now.get(pointer) !== en));
  const moved = new Map<string, StatusEntry>();
  const left = new Set<string>();
  for (const [pointer, source] of texts) {
    if (getOwn(known, pointer)?.en === source) continue;
    const origin = [...gone].find(([from, { en }]) => en === source && !left.has(from));
    if (!origin) continue;
    left.add(origin[0]);
    moved.set(pointer, origin[1]);
  }
  const entry = (pointer: string, source: string): StatusEntry => {
    const here = getOwn(known, pointer);
    if (here?.en === source) return here;
    const state = here && !left.has(pointer) ? 'stale' : 'draft';
    return moved.get(pointer) ?? { en: source, state };
  };
  return Object.fromEntries(texts.map(([pointer, source]) => [pointer, entry(pointer, source)]));
}

/** Returns the text of a status file: one text a line, so that a changed text is one changed line in git. */
export function formatStatus(status: TranslationStatus): string {
  const lines = Object.entries(status).map(([path, entries]) => {
    const inner = Object.entries(entries).map(([pointer, { en, state, by, at }]) => {
      const parts = Object.entries({ en, state, by, at }).flatMap(([key, value]) =>
        value === undefined ? [] : `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
      );
      return `    ${JSON.stringify(pointer)}: { ${parts.join(', ')} }`;
    });
    return `  ${JSON.stringify(path)}: {\n${inner.join(',\n')}\n  }`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}
