/** Reads what is sent about the words of a form: cells of a draft from its screen, and states from files. */
import { GIVEN_STATES, STATES } from '../../core/definitions/words/status.ts';
import type { WordsCell } from '../../core/definitions/words/take.ts';
import { Failure } from '../../core/errors/failure.ts';
import { isObject } from '../../core/errors/json.ts';
import type { WrittenVersion } from '../../core/generated/api.ts';
import { text } from '../../core/text/clean.ts';

const MOST_CELLS = 5000;

/** Throws bad_body. */
export function readWordsCells({ cells }: Record<string, unknown>): WordsCell[] {
  if (!Array.isArray(cells) || cells.length > MOST_CELLS) throw new Failure('bad_body');
  return cells.map((cell) => {
    if (!isObject(cell)) throw new Failure('bad_body');
    const state = GIVEN_STATES.find((one) => one === cell.state);
    if (cell.state !== undefined && !state) throw new Failure('bad_body');
    return {
      pointer: textOf(cell.pointer),
      language: textOf(cell.language),
      was: textOf(cell.was),
      words: textOf(cell.words),
      ...(state && { state }),
      ...(cell.state_was !== undefined && { stateWas: textOf(cell.state_was) }),
    };
  });
}

const MOST_STATES = 20_000;
const LONGEST_NAME = 200;
const DAY_OR_TIME = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;

/** Returns the states by language, then by JSON Pointer. Throws bad_body. */
export function readStates({ states = {} }: Record<string, unknown>): WrittenVersion['states'] {
  const read = entriesOf(states).map(([language, texts]) => [language, entriesOf(texts).map(stateEntry)] as const);
  if (read.reduce((sum, [, texts]) => sum + texts.length, 0) > MOST_STATES) throw new Failure('bad_body');
  return Object.fromEntries(read.map(([language, texts]) => [language, Object.fromEntries(texts)]));
}

type WrittenState = WrittenVersion['states'][string][string];

function stateEntry([pointer, given]: [string, unknown]): [string, WrittenState] {
  const { state: named, by, at } = isObject(given) ? given : {};
  const state = STATES.find((one) => one === named);
  if (!state || (at !== undefined && !DAY_OR_TIME.test(textOf(at)))) throw new Failure('bad_body');
  const name = by === undefined ? undefined : text(textOf(by))?.slice(0, LONGEST_NAME);
  return [pointer, { state, ...(name && { by: name }), ...(at !== undefined && { at: textOf(at) }) }];
}

function entriesOf(value: unknown): [string, unknown][] {
  if (!isObject(value)) throw new Failure('bad_body');
  return Object.entries(value);
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Failure('bad_body');
  return value;
}
