/** What of a typed or pasted text is stored and compared: signs that nobody sees do not count, and no sign is cut in two. */

/** Spaces of all kinds, joiners, direction marks and fillers: nothing at the edge of a text, though some mean something inside. */
const EDGE = /[\s\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]|\u034f/;
/** Also what stands on another sign, or lengthens one, and is nothing alone. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u0640\u2800]/u;
/** Signs that change how a text runs and not what it says. Joiners are part of words and stay. */
const MARKS = /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** The spaces of other scripts and of typesetting. */
const SPACES = /[^\S \t\n]|[\u2800\u3164\uffa0]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: vertical tab and form feed are what other programs write for a new line
const LINE_BREAKS = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are dropped
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Returns true for a text in which nothing can be seen: empty, or only spaces, joiners, marks and fillers. */
export function isBlankText(text: string): boolean {
  return !SEEN.test(text);
}

/**
 * Returns a text as it is stored: composed (NFC), with plain spaces and line breaks, without control characters and without
 * what is not seen at its edges. Empty if nothing of it can be seen.
 */
export function cleanText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.trim();
  if (isBlankText(text)) return '';
  const plain = wellFormed(text).replace(LINE_BREAKS, '\n').replace(CONTROL, '').replace(SPACES, ' ');
  const clean = withoutEdges(plain).normalize('NFC');
  return isBlankText(clean) ? '' : clean;
}

/** By a loop, since an expression for the end of a text takes the square of the time for a long run of spaces within it. */
function withoutEdges(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && EDGE.test(text.charAt(from))) from += 1;
  while (to > from && EDGE.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Returns the text without direction marks and other signs of no width, for numbers, days, addresses and codes. */
export function withoutMarks(text: string): string {
  return text.replace(MARKS, '');
}

/** Returns a cleaned text; undefined if it is no text, or blank. */
export function textOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? cleanText(value) || undefined : undefined;
}

/** Replaces lone surrogates, which cannot be written as UTF-8, by U+FFFD. */
export function wellFormed(value: string): string {
  return value.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

/** What belongs to the sign before it: marks, joiners, variation selectors, colours of skin, and what is joined to it. */
const CONTINUES = /^(?:\p{M}|[\u200c\u200d]|[\u{1f3fb}-\u{1f3ff}]|[\u{e0020}-\u{e007f}])/u;
/** A sign made of more code units than this is cut between its code points. */
const LONGEST_SIGN = 32;

/** Returns at most so many UTF-16 code units of a text, and never a part of a sign. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most;
  while (end > 0 && most - end < LONGEST_SIGN && isWithinSign(text, end)) end -= 1;
  if (most - end === LONGEST_SIGN) end = isWithinPair(text, most) ? most - 1 : most;
  return text.slice(0, end);
}

function isWithinPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}

function isWithinSign(text: string, at: number): boolean {
  return isWithinPair(text, at) || CONTINUES.test(text.slice(at, at + 2)) || text[at - 1] === '\u200d';
}

/** Returns true for undefined, null, a text of which nothing can be seen, and an empty list. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return isBlankText(value);
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
