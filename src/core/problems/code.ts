/** The code of a problem at its site, P-17, and how people type it: in any digits, with any dash or none. */
import { toLatinDigits } from '../text/letters.ts';

export function problemCode(number: number): string {
  return `P-${number}`;
}

/** Returns the number in a typed problem code such as "P-17", "p17" or "P–۱۷", undefined for any other word. */
export function problemNumber(word: string): number | undefined {
  const digits = /^p[-_\u2010-\u2015]?([0-9]{1,9})$/i.exec(toLatinDigits(word))?.[1];
  return digits === undefined ? undefined : Number(digits);
}
