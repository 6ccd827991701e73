/**
 * Puts words of people into Markdown (CommonMark, and GitHub's links, mentions and formulas) so that they are read as they were
 * written and can be nothing else: no markup, no HTML, no link, no mention, no change of direction.
 */
import { isolateName } from './languages.ts';

/** Most characters of one text. Whoever needs more reads the definition. */
const MOST = 300;
/** Joins words without showing, so that what stands on both sides is not read as one. */
const JOINER = '\u2060';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns one line of plain words, at most 300 characters long, isolated from the direction of the text around it. */
export function markdownWords(words: string): string {
  const escaped = oneLine(words)
    .replace(/[\\`*_~[\]$:#|]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[@#]|www(?=\.)|\\:(?=\/)/gi, `$&${JOINER}`);
  return isolateName(escaped);
}

/** Returns a code span, which nothing in it can end. */
export function markdownCode(code: string): string {
  const text = oneLine(code);
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const room = /^[` ]|[` ]$/.test(text) || text === '' ? ' ' : '';
  return isolateName(`${fence}${room}${text}${room}${fence}`);
}

function oneLine(words: string): string {
  const line = words.replace(CONTROL, ' ').replace(DIRECTION, '').trim();
  const characters = [...line];
  return characters.length > MOST ? `${characters.slice(0, MOST).join('')}…` : line;
}
