/**
 * Whether a new password is easy to guess, as those who guess would go about it: common passwords, rows of keys, runs,
 * repeats, dates, and what is known of the person. The lists are read when the first password is chosen.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { fold } from '../../core/text/fold.ts';
import { PASSWORD_LIMIT } from './passwords.ts';

export const SHORTEST_PASSWORD = 10;
/** Of 0 to 4: guessed in fewer than 100 million attempts is refused. */
const LEAST_SCORE = 3;
/** Characters that are no word about the person. */
const LEAST_OTHERS = 5;
/** Characters that are judged: what stands behind only adds, and judging a long one takes long. */
const JUDGED = 64;
/** Words anybody who guesses passwords of this server tries first. */
const PRODUCT = ['amanat', 'امانت'];

let estimator: Promise<ZxcvbnFactory> | undefined;

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED });
}

/** Texts about a person as a password may hold them: whole, without what stands between, and in parts. */
function knownWords(about: readonly string[]): string[] {
  const words = about.flatMap((text) => {
    const parts = fold(text).split(/[^\p{L}\p{N}]+/u);
    return [fold(text), parts.join(''), ...parts];
  });
  const known = [...new Set([...words, ...PRODUCT.map(fold)])].filter((word) => word.length > 2);
  return known.sort((a, b) => b.length - a.length);
}

/** Why a new password is refused, or null. `about`: user name and name of the person. */
export async function passwordWeakness(
  password: string,
  about: readonly string[],
): Promise<'too_short' | 'too_long' | 'too_plain' | null> {
  if (password.length > PASSWORD_LIMIT) return 'too_long';
  if ([...password.normalize('NFKC')].length < SHORTEST_PASSWORD) return 'too_short';
  const folded = fold(password.normalize('NFKC'));
  const known = knownWords(about);
  const others = known.reduce((text, word) => text.replaceAll(word, ''), folded);
  if (others.length < LEAST_OTHERS) return 'too_plain';
  estimator ??= load();
  const { score } = (await estimator).check(folded.slice(0, JUDGED), known);
  return score < LEAST_SCORE ? 'too_plain' : null;
}
