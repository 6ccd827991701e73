/** Reads the cells that a screen sends about the words of a draft. */
import { GIVEN_STATES } from '../../../core/definitions/words/status.ts';
import type { WordsCell } from '../../../core/definitions/words/take.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { isObject } from '../../../core/errors/json.ts';

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

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Failure('bad_body');
  return value;
}
