import { truncate } from '../../text/letters.ts';
/**
 * Reads the expressions of XLSForm (XPath 1.0 with `${name}`) into a tree. Only what XLSForm uses is read: names, paths to a
 * question, predicates behind a name, operators and calls. Everything else is a fault, with the place where it stands.
 */

export type XPathOperator = 'or' | 'and' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | 'div' | 'mod';

export type XPath =
  | { op: 'number'; value: number }
  | { op: 'string'; value: string }
  /** An answer; `where` are the predicates behind it. `isBare`: written without `${}`, as columns of a list are. */
  | { op: 'name'; name: string; where: XPath[]; isBare: boolean }
  /** `.`, the answer itself, or `..`, the group or row around it. */
  | { op: 'self' | 'around' }
  | { op: 'call'; name: string; args: XPath[] }
  | { op: 'negative'; of: XPath }
  | { op: 'binary'; operator: XPathOperator; left: XPath; right: XPath };

export type XPathFaultCode =
  | 'xpath_syntax'
  | 'xpath_deep'
  | 'xpath_path'
  | 'xpath_function'
  | 'xpath_name'
  | 'xpath_types'
  | 'xpath_rows'
  | 'xpath_time'
  | 'xpath_format'
  | 'xpath_long';

/** Why an expression cannot be said. `text` is the part, `meant` the name that was probably meant. */
export class XPathFault extends Error {
  readonly code: XPathFaultCode;
  readonly text: string;
  readonly meant: string | undefined;

  constructor(code: XPathFaultCode, text: string, meant?: string) {
    super(code);
    this.code = code;
    this.text = text.length > 60 ? `${truncate(text, 60)}…` : text;
    this.meant = meant;
  }
}

/** Most characters of an expression, and most parts that stand inside each other. Nobody writes longer ones. */
const LONGEST = 20_000;
const DEEPEST = 80;
const MOST_PARTS = 1500;

const TOKEN =
  /\s+|(\$\{[^{}]*\})|("[^"]*"|'[^']*')|(\d+(?:\.\d+)?|\.\d+)|([<>!]=|[-+*=<>()[\],|@])|(\.\.|\.)|(\/\/|\/)|([\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?)/uy;

type Kind = 'reference' | 'quoted' | 'number' | 'sign' | 'dot' | 'slash' | 'word' | 'end';

interface Token {
  kind: Kind;
  text: string;
  at: number;
}

const KINDS: readonly Kind[] = ['reference', 'quoted', 'number', 'sign', 'dot', 'slash', 'word'];

/** How strongly operators bind. */
const STRENGTH: ReadonlyMap<string, number> = new Map([
  ['or', 1],
  ['and', 2],
  ['=', 3],
  ['!=', 3],
  ['<', 4],
  ['<=', 4],
  ['>', 4],
  ['>=', 4],
  ['+', 5],
  ['-', 5],
  ['*', 6],
  ['div', 6],
  ['mod', 6],
]);
const UNARY = 7;

/** Returns the tree. Throws XPathFault. */
export function parseXPath(source: string): XPath {
  if (source.length > LONGEST) throw new XPathFault('xpath_long', truncate(source, 20));
  return new Parser(tokensOf(source)).whole();
}

/** Returns the names that an expression reads, also where it cannot be read as a whole. */
export function referencesIn(source: string): string[] {
  return [...source.matchAll(REFERENCE)].map(([, name]) => normalizeSheetName(name as string));
}

/** Returns a name of the sheet as it is compared: one space for many. */
export const normalizeSheetName = (written: string): string => written.trim().replace(/\s+/g, ' ');

/** Matches `${name}`; pyxform also takes it with spaces around. */
export const REFERENCE = /\$\{\s*([^{}\s]+(?:\s+[^{}\s]+)*)\s*\}/g;

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(source);
    if (!found) throw new XPathFault('xpath_syntax', source.slice(at, at + 20));
    const index = found.slice(1).findIndex((one) => one !== undefined);
    if (index >= 0) tokens.push({ kind: KINDS[index] as Kind, text: found[0], at: at + 1 });
    at = TOKEN.lastIndex;
  }
  tokens.push({ kind: 'end', text: '', at: source.length + 1 });
  return tokens;
}

class Parser {
  #at = 0;
  #depth = 0;
  #parts = 0;
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): XPath {
    const tree = this.#binary(0);
    if (this.#next.kind !== 'end') throw this.#wrong();
    return tree;
  }

  get #next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #wrong(): XPathFault {
    return new XPathFault('xpath_syntax', this.#next.text || '…');
  }

  #take(text: string): void {
    if (this.#next.text !== text || this.#next.kind === 'quoted') throw this.#wrong();
    this.#at += 1;
  }

  #isNext(text: string): boolean {
    return this.#next.text === text && this.#next.kind !== 'quoted';
  }

  /** Reads operators that bind more strongly than `least`. */
  #binary(least: number): XPath {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new XPathFault('xpath_deep', this.#next.text);
    let left = this.#unary();
    for (;;) {
      const { kind, text } = this.#next;
      const strength = kind === 'sign' || kind === 'word' ? STRENGTH.get(text) : undefined;
      if (strength === undefined || strength <= least) break;
      this.#at += 1;
      left = { op: 'binary', operator: text as XPathOperator, left, right: this.#binary(strength) };
    }
    this.#depth -= 1;
    return left;
  }

  #unary(): XPath {
    this.#parts += 1;
    if (this.#parts > MOST_PARTS) throw new XPathFault('xpath_long', this.#next.text);
    if (!this.#isNext('-')) return this.#primary();
    this.#at += 1;
    return { op: 'negative', of: this.#binary(UNARY) };
  }

  #primary(): XPath {
    const token = this.#next;
    this.#at += 1;
    switch (token.kind) {
      case 'number':
        return { op: 'number', value: Number(token.text) };
      case 'quoted':
        return { op: 'string', value: token.text.slice(1, -1) };
      case 'reference':
        return this.#steps(this.#name(normalizeSheetName(token.text.slice(2, -1)), false));
      case 'slash':
        this.#at -= 1;
        return this.#steps(undefined);
      case 'dot':
        return this.#steps({ op: token.text === '.' ? 'self' : 'around' });
      case 'word':
        if (this.#isNext('(')) return this.#call(token);
        return this.#steps(this.#name(token.text, true));
      default:
        if (token.text !== '(') {
          this.#at -= 1;
          throw this.#wrong();
        }
        return this.#inBrackets();
    }
  }

  #inBrackets(): XPath {
    const inner = this.#binary(0);
    this.#take(')');
    return inner;
  }

  #name(name: string, isBare: boolean): XPath {
    return { op: 'name', name, where: this.#predicates(), isBare };
  }

  #predicates(): XPath[] {
    const where: XPath[] = [];
    while (this.#isNext('[')) {
      this.#at += 1;
      where.push(this.#binary(0));
      this.#take(']');
    }
    return where;
  }

  /** Reads the rest of a path: the last name counts, since names are found wherever they stand. */
  #steps(before: XPath | undefined): XPath {
    let found = before;
    while (this.#next.kind === 'slash') {
      if (this.#next.text === '//') throw new XPathFault('xpath_path', '//');
      this.#at += 1;
      const step = this.#next;
      if (step.kind === 'reference') found = this.#step(normalizeSheetName(step.text.slice(2, -1)));
      else if (step.kind === 'word') found = this.#step(step.text);
      else if (step.kind === 'dot') this.#at += 1;
      else throw new XPathFault('xpath_path', `/${step.text}`);
    }
    if (!found) throw new XPathFault('xpath_path', '/');
    return found;
  }

  #step(name: string): XPath {
    this.#at += 1;
    if (this.#isNext('(')) throw new XPathFault('xpath_path', `/${name}()`);
    return this.#name(name, false);
  }

  #call(token: Token): XPath {
    this.#take('(');
    const args: XPath[] = [];
    if (!this.#isNext(')')) {
      args.push(this.#binary(0));
      while (this.#isNext(',')) {
        this.#at += 1;
        args.push(this.#binary(0));
      }
    }
    this.#take(')');
    const call: XPath = { op: 'call', name: token.text, args };
    // `current()/../name` and `instance('list')/root/item[…]` go on with a path.
    if (this.#next.kind !== 'slash') return call;
    if (token.text !== 'current') throw new XPathFault('xpath_path', `${token.text}()`);
    return this.#steps({ op: 'self' });
  }
}
