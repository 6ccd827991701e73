import { truncate } from '../text/letters.ts';

/**
 * Reads regular expressions of JavaScript (with the flag `u`) as trees. What cannot be matched in linear time is a fault:
 * references to groups, looking ahead or behind, counts that multiply.
 */

/** Most positions of a pattern that is published, with every count written out. */
const MOST_POSITIONS = 2_000;
/** Stored patterns may be longer: only their counts may not multiply without end. */
export const MOST_STORED_POSITIONS = 20_000;
/** Most characters of a pattern, and most groups inside each other. */
const LONGEST = 10_000;
const DEEPEST = 50;

export type PatternNode =
  | { kind: 'one'; source: string; size: number }
  | { kind: 'edge'; edge: Edge; size: number }
  | { kind: 'all' | 'any'; parts: PatternNode[]; size: number }
  | { kind: 'repeat'; part: PatternNode; least: number; most: number; size: number };

export type Edge = '^' | '$' | '\\b' | '\\B';

export interface PatternFault {
  code: 'pattern_syntax' | 'pattern_reference' | 'pattern_look' | 'pattern_repeats';
  /** The part of the pattern that is meant. */
  part: string;
}

class Refused extends Error {
  readonly fault: PatternFault;
  constructor(code: PatternFault['code'], part: string) {
    super(`${code}: ${part}`);
    this.fault = { code, part };
  }
}

/** Returns the tree of a pattern, or what is wrong with it. */
export function readPattern(pattern: string, most = MOST_POSITIONS): PatternNode | { fault: PatternFault } {
  try {
    if (pattern.length > LONGEST) throw new Refused('pattern_repeats', `${truncate(pattern, 40)}…`);
    assertValid(pattern);
    return new Reader(pattern, most).whole();
  } catch (error) {
    if (error instanceof Refused) return { fault: error.fault };
    throw error;
  }
}

/** Lets JavaScript judge the syntax. It makes no program of a pattern before it is used, so counts cost nothing here. */
function assertValid(pattern: string): void {
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw new Refused('pattern_syntax', pattern);
  }
}

/** One character or class: what stands in brackets, an escape, or anything else. Unicode escapes of a pair are one character. */
const ONE =
  /\[(?:[^\]\\]|\\[\s\S])*\]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\[\s\S]|[\s\S]/uy;
const COUNT = /(?:\{(\d+)(?:(,)(\d*))?\}|([*+?]))\??/uy;
const GROUP = /\((?:\?(?:<[^=!>][^>]*>|:))?/uy;
const EDGE = /\^|\$|\\[bB]/uy;

class Reader {
  #at = 0;
  #depth = 0;
  readonly #text: string;
  readonly #most: number;

  constructor(text: string, most: number) {
    this.#text = text;
    this.#most = most;
  }

  whole(): PatternNode {
    return this.#fitting(this.#any(), 0);
  }

  #take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text);
    if (found) this.#at = token.lastIndex;
    return found;
  }

  #any(): PatternNode {
    const parts = [this.#all()];
    while (this.#text[this.#at] === '|') {
      this.#at += 1;
      parts.push(this.#all());
    }
    const size = parts.reduce((sum, part) => sum + part.size + 2, 0);
    return parts.length === 1 ? (parts[0] as PatternNode) : { kind: 'any', parts, size };
  }

  #all(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#text.length && !'|)'.includes(this.#text[this.#at] as string)) parts.push(this.#repeated());
    return { kind: 'all', parts, size: parts.reduce((sum, { size }) => sum + size, 0) };
  }

  #repeated(): PatternNode {
    const from = this.#at;
    const part = this.#part();
    const [all, low, comma, high, sign] = this.#take(COUNT) ?? [];
    if (all === undefined) return this.#fitting(part, from);
    const least = sign ? Number(sign === '+') : Number(low);
    const most = sign ? (sign === '?' ? 1 : Infinity) : comma ? (high ? Number(high) : Infinity) : least;
    const more = most === Infinity ? part.size + 2 : (most - least) * (part.size + 1);
    const size = least * part.size + more;
    return this.#fitting({ kind: 'repeat', part, least, most, size }, from);
  }

  /** Throws if a part is too large to match. */
  #fitting(part: PatternNode, from: number): PatternNode {
    if (part.size > this.#most) throw new Refused('pattern_repeats', this.#text.slice(from, this.#at));
    return part;
  }

  #part(): PatternNode {
    const edge = this.#take(EDGE)?.[0] as Edge | undefined;
    if (edge) return { kind: 'edge', edge, size: 1 };
    const from = this.#at;
    if (this.#text[from] === '(') {
      const isGroup = this.#take(GROUP) !== null && this.#text[this.#at] !== '?';
      if (!isGroup) throw new Refused(...this.#otherGroup(from));
      if (++this.#depth > DEEPEST) throw new Refused('pattern_repeats', this.#text.slice(from, from + 40));
      const inner = this.#any();
      this.#depth -= 1;
      this.#at += 1;
      return inner;
    }
    const source = this.#take(ONE)?.[0] ?? '';
    if (/^\\(?:[1-9]|k)/.test(source))
      throw new Refused('pattern_reference', /\\(?:\d+|k<[^>]*>)/.exec(this.#text.slice(from))?.[0] ?? source);
    return { kind: 'one', source, size: 1 };
  }

  #otherGroup(from: number): [PatternFault['code'], string] {
    const [start, look] = /^\(\?(<?[=!])?/.exec(this.#text.slice(from)) ?? [];
    const end = this.#text.indexOf(')', from) + 1;
    return [look ? 'pattern_look' : 'pattern_syntax', this.#text.slice(from, end) || (start ?? '')];
  }
}
