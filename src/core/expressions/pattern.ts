/**
 * Matches texts with patterns in time that grows with text and pattern, never with their product of repetitions: all
 * positions of the pattern are followed at once (Thompson), instead of trying one after the other.
 *
 * Measured 2026-11-27 against what there is: `re2js` 2.10.0 does the same in 50 kB gzipped, which every phone would download
 * with its first form, and reads another language (`\s` without the spaces of Unicode, no `\u0621`, `\p{Script=Arabic}` or
 * `[^]`). `recheck` 4.5.0 says which patterns JavaScript matches slowly, and needs 2.9 MB, up to 3 s for one pattern, and an
 * own thread for that; what it cannot say would have to be refused. This is 2 kB. What one character matches is asked of
 * JavaScript's own expressions, so that classes and letters are the same.
 */
import { onBudget, spendSteps } from './budget.ts';
import { type Edge, MOST_STORED_POSITIONS, type PatternNode, readPattern } from './patternSyntax.ts';

/** What stands in the generated validators in place of a RegExp. */
export interface Pattern {
  test(text: string): boolean;
}

/** Instructions: a character to match, an edge to be at, one or two places to go on, the end. */
type Instruction =
  | { test: (code: number) => boolean }
  | { edge: Edge; next: number }
  | { next: number; other?: number }
  | 'end';

const cache = new Map<string, Pattern>();
const MOST_CACHED = 1_000;

/**
 * Returns the pattern. One that cannot be matched in linear time is refused at publication; where it was stored before, it
 * matches every text, since a form that was served yesterday must open today. Throws a SyntaxError for what is no pattern.
 */
export function compilePattern(source: string): Pattern {
  const there = cache.get(source);
  if (there) return there;
  const tree = readPattern(source, MOST_STORED_POSITIONS);
  if ('fault' in tree && tree.fault.code === 'pattern_syntax')
    throw new SyntaxError(`no regular expression: ${source}`);
  const pattern = 'fault' in tree ? { test: () => true } : matcher(tree);
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(source, pattern);
  return pattern;
}

function matcher(tree: PatternNode): Pattern {
  let program: Instruction[] | undefined;
  return {
    test(text) {
      program ??= programOf(tree);
      const known = program;
      return onBudget(() => isFoundIn(text, known));
    },
  };
}

function programOf(tree: PatternNode): Instruction[] {
  const program: Instruction[] = [];
  write(tree, program);
  program.push('end');
  return program;
}

function write(node: PatternNode, program: Instruction[]): void {
  if (node.kind === 'one') program.push({ test: classOf(node.source) });
  else if (node.kind === 'edge') program.push({ edge: node.edge, next: program.length + 1 });
  else if (node.kind === 'repeat') writeRepeat(node, program);
  else if (node.kind === 'any') writeChoice(node.parts, program);
  else for (const part of node.parts) write(part, program);
}

function writeRepeat({ part, least, most }: PatternNode & { kind: 'repeat' }, program: Instruction[]): void {
  for (let count = 0; count < least; count++) write(part, program);
  if (most === Infinity) {
    const start = program.length;
    const fork = addFork(program);
    write(part, program);
    program.push({ next: start });
    fork.other = program.length;
    return;
  }
  const forks = Array.from({ length: most - least }, () => {
    const fork = addFork(program);
    write(part, program);
    return fork;
  });
  for (const fork of forks) fork.other = program.length;
}

function addFork(program: Instruction[]): { next: number; other?: number } {
  const fork = { next: program.length + 1 };
  program.push(fork);
  return fork;
}

function writeChoice(parts: readonly PatternNode[], program: Instruction[]): void {
  const ends: { next: number }[] = [];
  for (const part of parts.slice(0, -1)) {
    const fork = addFork(program);
    write(part, program);
    const end = { next: 0 };
    program.push(end);
    ends.push(end);
    fork.other = program.length;
  }
  write(parts.at(-1) as PatternNode, program);
  for (const end of ends) end.next = program.length;
}

/** Letters below this number, which include those of Dari and Pashto, are looked up once for each class. */
const REMEMBERED = 0x800;
const classes = new Map<string, (code: number) => boolean>();

function classOf(source: string): (code: number) => boolean {
  const there = classes.get(source);
  if (there) return there;
  const whole = new RegExp(`^${source}$`, 'u');
  const known = new Int8Array(REMEMBERED);
  const test = (code: number): boolean => {
    if (code >= REMEMBERED) return whole.test(String.fromCodePoint(code));
    known[code] ||= whole.test(String.fromCodePoint(code)) ? 1 : -1;
    return known[code] === 1;
  };
  if (classes.size >= MOST_CACHED) classes.clear();
  classes.set(source, test);
  return test;
}

const isWord = classOf('\\w');

/** Positions of the pattern at which a text may stand, in the order they were added. */
class Positions {
  readonly list: number[] = [];
  readonly #last: Int32Array;
  #round = 0;

  constructor(size: number) {
    this.#last = new Int32Array(size);
  }

  clear(): void {
    this.list.length = 0;
    this.#round += 1;
  }

  /** Returns false if it is there already. */
  add(position: number): boolean {
    if (this.#last[position] === this.#round) return false;
    this.#last[position] = this.#round;
    this.list.push(position);
    return true;
  }
}

function isFoundIn(text: string, program: readonly Instruction[]): boolean {
  let now = new Positions(program.length);
  let next = new Positions(program.length);
  now.clear();
  const end = program.length - 1;
  let before = -1;
  for (let at = 0; ; ) {
    const code = at < text.length ? (text.codePointAt(at) as number) : -1;
    follow(0, now, program, before, code);
    // Whoever evaluates the record says that its rules take too much work.
    if (!spendSteps(now.list.length)) return false;
    if (now.list.includes(end)) return true;
    if (code < 0) return false;
    at += code > 0xffff ? 2 : 1;
    const after = at < text.length ? (text.codePointAt(at) as number) : -1;
    next.clear();
    for (const position of now.list) {
      const instruction = program[position] as Instruction;
      if (typeof instruction === 'object' && 'test' in instruction && instruction.test(code))
        follow(position + 1, next, program, code, after);
    }
    [now, next] = [next, now];
    before = code;
  }
}

/** Adds a position and those that are reached from it without a character. */
function follow(
  from: number,
  positions: Positions,
  program: readonly Instruction[],
  before: number,
  after: number,
): void {
  const open = [from];
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    if (!positions.add(position)) continue;
    const instruction = program[position] as Instruction;
    if (instruction === 'end' || 'test' in instruction) continue;
    if ('edge' in instruction && !isAt(instruction.edge, before, after)) continue;
    if ('other' in instruction && instruction.other !== undefined) open.push(instruction.other);
    open.push(instruction.next);
  }
}

function isAt(edge: Edge, before: number, after: number): boolean {
  if (edge === '^') return before < 0;
  if (edge === '$') return after < 0;
  const isBetween = (before >= 0 && isWord(before)) !== (after >= 0 && isWord(after));
  return isBetween === (edge === '\\b');
}
