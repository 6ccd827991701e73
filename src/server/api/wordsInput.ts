/** Reads what is sent about the words of a form: cells of a draft from its screen, and states from files. */
import type { TranslationCell } from '../../core/definitions/words/take.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { DraftWordsBody, PublishBody, WrittenVersion } from '../../core/generated/api.ts';
import { textOrUndefined, truncate } from '../../core/text/letters.ts';

export function draftTranslationCells({ cells }: DraftWordsBody): TranslationCell[] {
  return cells.map(({ state_was: stateWas, ...cell }) => ({ ...cell, ...(stateWas !== undefined && { stateWas }) }));
}

const MOST_STATES = 20_000;
const LONGEST_NAME = 200;

/** Returns the states by language, then by JSON Pointer. Throws bad_body for more than a form can have. */
export function readTranslationStates({ states = {} }: PublishBody): WrittenVersion['states'] {
  const read = Object.entries(states).map(([language, texts]) => [language, Object.entries(texts)] as const);
  if (read.reduce((sum, [, texts]) => sum + texts.length, 0) > MOST_STATES) throw new Failure('bad_body');
  return Object.fromEntries(
    read.map(([language, texts]) => [language, Object.fromEntries(texts.map(([at, state]) => [at, named(state)]))]),
  );
}

type WrittenState = WrittenVersion['states'][string][string];

function named({ by, ...state }: WrittenState): WrittenState {
  const name = truncate(textOrUndefined(by) ?? '', LONGEST_NAME) || undefined;
  return { ...state, ...(name && { by: name }) };
}
