/** What a save of a form did to the states of its translations. */
import { escapePointer, getOwn, isObject, pointerSteps } from '../../json.ts';
import { languagesOf, type TextAt, textsOf } from '../texts.ts';
import { type GivenState, type TextState, type TranslationState, translatedInto } from './status.ts';
import type { StateOf } from './table.ts';

export interface TranslationStateChange {
  /** Where the text stands, by ids of questions and options in place of their names and numbers, which change. */
  place: string;
  language: string;
  source: string;
  words: string;
  state: TranslationState;
  /** Somebody chose the state. Otherwise it follows from the change of words. */
  isGiven?: true;
  /** Who gave it and when, where the files say so that brought it. */
  stated?: Pick<TextState, 'by' | 'at'>;
}

/** Returns the state that somebody gave to a translation in this save; undefined if nobody did. */
export type GivenStates = (pointer: string, language: string) => GivenState | undefined;

/**
 * Returns the translations that have another state after a save: what is new or reworded is a draft, and what kept its words while
 * the source was reworded is stale. One that only moved keeps its state.
 */
export function stateChanges(
  before: object,
  after: object,
  given: GivenStates = () => undefined,
): TranslationStateChange[] {
  return languagesOf(after)
    .slice(1)
    .flatMap((language) => {
      const old = translatedInto(before, language);
      const pairs = new Set(old.map((one) => pairOf(one, language)));
      const places = new Map(old.map((one) => [placeId(before, one.pointer), one]));
      return translatedInto(after, language).flatMap((one): TranslationStateChange[] => {
        const state = given(one.pointer, language);
        if (!state && pairs.has(pairOf(one, language))) return [];
        const place = placeId(after, one.pointer);
        const words = getOwn(one.text, language) ?? '';
        const was = places.get(place);
        const isStale = was !== undefined && getOwn(was.text, language) === words && was.source !== one.source;
        const change = { place, language, source: one.source, words };
        return [state ? { ...change, state, isGiven: true } : { ...change, state: isStale ? 'stale' : 'draft' }];
      });
    });
}

/** By language, then by JSON Pointer. */
export type StatesInFiles = Record<string, Record<string, TextState>>;

/** Returns the known states of a form's translations as they travel with its files. */
export function statesForFiles(definition: object, stateOf: StateOf): StatesInFiles {
  const texts = textsOf(definition);
  const inLanguage = (language: string) =>
    texts.flatMap((text) => {
      const state = stateOf(text, language);
      return state ? [[text.pointer, state] as const] : [];
    });
  const others = languagesOf(definition).slice(1);
  return Object.fromEntries(others.map((language) => [language, Object.fromEntries(inLanguage(language))]));
}

/** Returns the states that files say of a form's translations. */
export function statesFromFiles(definition: object, states: StatesInFiles): TranslationStateChange[] {
  return languagesOf(definition)
    .slice(1)
    .flatMap((language) =>
      translatedInto(definition, language).flatMap(({ pointer, text, source }): TranslationStateChange[] => {
        const found = getOwn(getOwn(states, language), pointer);
        if (!found) return [];
        const { state, ...stated } = found;
        const words = getOwn(text, language) ?? '';
        return [{ place: placeId(definition, pointer), language, source, words, state, stated }];
      }),
    );
}

function pairOf({ text, source }: TextAt & { source: string }, language: string): string {
  return JSON.stringify([source, getOwn(text, language)]);
}

/** Returns the pointer with the id or value of each thing that has one. */
export function placeId(definition: object, pointer: string): string {
  let at: unknown = definition;
  const steps = pointerSteps(pointer).map((step) => {
    at = getOwn(at as Record<string, unknown>, step);
    const id = isObject(at) ? (getOwn(at, 'id') ?? getOwn(at, 'value') ?? getOwn(at, 'group')) : undefined;
    return escapePointer(typeof id === 'string' ? id : step);
  });
  return ['', ...steps].join('/');
}
