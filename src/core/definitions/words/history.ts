/** What a save of a form did to the states of its translations. */
import { escapePointer, isObject, pointerSteps } from '../../errors/json.ts';
import { getOwn } from '../../getOwn.ts';
import { type FoundText, languagesOf } from '../texts.ts';
import { type GivenState, type State, translatedInto } from './status.ts';

export interface StateChange {
  /** Where the text stands, by ids of questions and options in place of their names and numbers, which change. */
  place: string;
  language: string;
  source: string;
  words: string;
  state: State;
  /** Somebody chose the state. Otherwise it follows from the change of words. */
  isGiven?: true;
}

/** Returns the state that somebody gave to a translation in this save; undefined if nobody did. */
export type GivenStates = (pointer: string, language: string) => GivenState | undefined;

/**
 * Returns the translations that have another state after a save: what is new or reworded is a draft, and what kept its words while
 * the source was reworded is stale. One that only moved keeps its state.
 */
export function stateChanges(before: object, after: object, given: GivenStates = () => undefined): StateChange[] {
  return languagesOf(after)
    .slice(1)
    .flatMap((language) => {
      const old = translatedInto(before, language);
      const pairs = new Set(old.map((one) => pairOf(one, language)));
      const places = new Map(old.map((one) => [placeId(before, one.pointer), one]));
      return translatedInto(after, language).flatMap((one): StateChange[] => {
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

function pairOf({ text, source }: FoundText & { source: string }, language: string): string {
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
