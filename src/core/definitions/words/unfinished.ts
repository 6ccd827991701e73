/** What keeps a strict form from being published without a reason: words that are missing, or older than their source. */
import { getOwn } from '../../json.ts';
import { CHANGES_NOTE_POINTER, languagesOf, missingTextsIn, textsOf } from '../texts.ts';
import type { FormDefinition } from '../types.ts';
import { translatedInto } from './status.ts';
import type { StateOf } from './table.ts';

export interface UnfinishedWords {
  language: string;
  missing: number;
  stale: number;
}

/**
 * Returns the languages with unfinished words; none for a form whose words are advice. Older than their source are translations that
 * the version before has of other words. One that was written since is not: many write their own language first and the source last.
 */
export function unfinishedWords(
  definition: FormDefinition,
  before: FormDefinition | undefined,
  stateOf: StateOf,
): UnfinishedWords[] {
  if (definition.words === 'advice') return [];
  const [source = '', ...others] = languagesOf(definition);
  const texts = textsOf(definition).filter(
    ({ pointer, text }) => pointer !== CHANGES_NOTE_POINTER && getOwn(text, source),
  );
  const pair = (source: string, words: string | undefined) => JSON.stringify([source, words]);
  return others.flatMap((language) => {
    const earlier = before ? translatedInto(before, language) : [];
    const published = new Set(earlier.map(({ text, source }) => pair(source, getOwn(text, language))));
    const written = new Set(earlier.map(({ text }) => getOwn(text, language)));
    const stale = translatedInto(definition, language).filter((one) => {
      const words = getOwn(one.text, language);
      const isNew = before !== undefined && !written.has(words);
      return !isNew && !published.has(pair(one.source, words)) && stateOf(one, language)?.state === 'stale';
    }).length;
    const missing = missingTextsIn(texts, language).length;
    return missing + stale > 0 ? [{ language, missing, stale }] : [];
  });
}

/** Returns the definition with why its words are published unfinished; without a reason if there is none to give. */
export function withWaiver(definition: FormDefinition, waiver: string | undefined): FormDefinition {
  const { waiver: _before, ...changes } = definition.changes;
  return { ...definition, changes: { ...changes, ...(waiver !== undefined && { waiver }) } };
}
