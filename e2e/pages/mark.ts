import { randomInt } from 'node:crypto';

const LETTERS = 'ابپتجحخدرز';

/** Returns five random letters for a name that no other round uses. A search for personal data needs at least three. */
export function newMark(): string {
  return Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
