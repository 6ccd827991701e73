/**
 * Slips: small mistakes of the kind that people make, one to a place of the source. Each names the tests that should notice it.
 * `main.ts` puts them into a copy of the project one at a time. `tests/architecture/slips.test.ts` holds that each is still
 * at its place.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/definitions.ts';

export interface Slip {
  /** Short name, unique in its area. */
  id: string;
  /** Path of the source file. */
  file: string;
  /** Part of the file that is found in it exactly once. */
  text: string;
  /** What stands there after the slip. */
  becomes: string;
  /** Files of the tests that should notice it. */
  tests: string[];
  /** Why no test notices it. Only for a slip that changes nothing, or whose test would cost more than the slip. */
  unnoticed?: string;
}

/** Part of each area's slips that must be noticed. */
export const NOTICED = 0.85;

/** Returns one line for each slip that is not at its place any more, or names a test that is not there. */
export function misplaced(slips: readonly Slip[]): string[] {
  return slips.flatMap((slip) => {
    const places = textOf(slip.file).split(slip.text).length - 1;
    return [
      ...(places === 1 ? [] : [`${slip.id}: its text is found ${places} times in ${slip.file}: ${slip.text}`]),
      ...(slip.text === slip.becomes ? [`${slip.id}: changes nothing`] : []),
      ...slip.tests.filter((test) => textOf(test) === '').map((test) => `${slip.id}: there is no ${test}`),
    ];
  });
}

/** Returns the source file with the slip in it. */
export function withSlip({ file, text, becomes }: Slip): string {
  return textOf(file).replace(text, () => becomes);
}

const texts = new Map<string, string>();

/** Returns an empty text for a file that does not exist. */
function textOf(path: string): string {
  let text = texts.get(path);
  if (text === undefined) {
    try {
      text = readFileSync(join(ROOT, path), 'utf8');
    } catch {
      text = '';
    }
    texts.set(path, text);
  }
  return text;
}
