/**
 * Keeps texts of a CSV file from being run as formulas. A spreadsheet program reads past white space and characters that are not
 * seen, and takes full-width, small and raised signs for the plain ones, so those are looked through too.
 */

/** White space, control characters, and what is drawn as nothing. */
const UNSEEN = '[\\s\\p{Cc}\\p{Cf}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800]';
/** Plain = + - @ |, their full-width, small, raised and lowered forms, the minus sign, and `%`, which some take for a command. */
const SIGN = '[=+\\-@|%＝＋－＠｜％﹦﹢﹣﹫﹪⁺⁻⁼₊₋₌−˗]';
/** Apostrophes count as part of it, so that one more can be taken away again and leaves the text as it was. */
const STARTS = new RegExp(`^(${UNSEEN}|')*${SIGN}|^'*[\\t\\r\\n]`, 'u');
const NUMBER = /^[+-]?[\d۰-۹٠-٩][\d۰-۹٠-٩ .,-]*$/;

/** Writes an apostrophe before a text that a spreadsheet would take for a formula. Numbers and phone numbers stay as they are. */
export function escapeFormula(text: string): string {
  return STARTS.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Takes away the apostrophe that `escapeFormula` wrote. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && escapeFormula(text.slice(1)) === text ? text.slice(1) : text;
}
