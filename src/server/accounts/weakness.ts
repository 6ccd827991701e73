/**
 * Checks whether a new password is easy to guess: common passwords, keyboard rows, sequences, repeats, dates, and words
 * about the person. The lists are loaded when they are first needed.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { foldText } from '../../core/text/letters.ts';
import { PASSWORD_LIMIT } from './passwords.ts';

export const SHORTEST_PASSWORD = 10;
/** Lowest accepted score, of 0 to 4. A password that takes fewer than 100 million guesses is refused. */
const LEAST_SCORE = 3;
/** Least number of characters that are not part of words about the person. */
const LEAST_OTHERS = 5;
/** Number of characters that are judged. More can only make it stronger, and judging a long password is slow. */
const JUDGED = 64;
/** Words that anybody guessing passwords of this server tries first. */
const PRODUCT = ['amanat', 'امانت'];

let estimator: Promise<ZxcvbnFactory> | undefined;

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED });
}

/** Returns texts about a person in the ways a password may use them: whole, without separators, and in parts. */
function knownWords(about: readonly string[]): string[] {
  const words = about.flatMap((text) => {
    const parts = foldText(text).split(/[^\p{L}\p{N}]+/u);
    return [foldText(text), parts.join(''), ...parts];
  });
  const known = [...new Set([...words, ...PRODUCT.map(foldText)])].filter((word) => word.length > 2);
  return known.sort((a, b) => b.length - a.length);
}

/** Returns why a new password is refused, or null. `about` is the user name and name of the person. */
export async function passwordWeakness(
  password: string,
  about: readonly string[],
): Promise<'too_short' | 'too_long' | 'too_plain' | null> {
  if (password.length > PASSWORD_LIMIT) return 'too_long';
  if ([...password.normalize('NFKC')].length < SHORTEST_PASSWORD) return 'too_short';
  const folded = foldText(password.normalize('NFKC'));
  const known = knownWords(about);
  const others = known.reduce((text, word) => text.replaceAll(word, ''), folded);
  if (others.length < LEAST_OTHERS) return 'too_plain';
  estimator ??= load();
  const { score } = (await estimator).check(folded.slice(0, JUDGED), known);
  return score < LEAST_SCORE ? 'too_plain' : null;
}
