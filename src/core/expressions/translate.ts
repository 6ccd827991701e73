/**
 * Translates an expression as people write it into one for the evaluator, which knows whole numbers apart from decimals, and
 * fails at an answer that is not there. Refuses what is not in the language: other functions, regular expressions, loops
 * whose work would grow with the square of the rows.
 */

import type { ASTNode } from '@marcbachmann/cel-js';
import { getOwn, isObject } from '../json.ts';
import { COUNTED_FUNCTION, ENTRY_FUNCTION, FUNCTIONS, LOOPS, METHODS } from './functions.ts';
import { ROW_VARIABLE } from './types.ts';

export type FaultCode =
  | 'expression_syntax'
  | 'expression_name'
  | 'expression_function'
  | 'expression_arguments'
  | 'expression_loop'
  | 'expression_types';

/** What is wrong with an expression. `at` is the number of the character, from 1. */
export interface Fault {
  code: FaultCode;
  at: number;
  /** The part of the expression. */
  text: string;
}

/** A text that an answer, or each of its options, is compared with. The name may be a path, such as `user.roles`. */
export interface TextComparison {
  name: string;
  value: string;
}

/** The day on which an expression is evaluated, in the translated expression. */
export const TODAY_VARIABLE = 'today_';
/** Names get a prefix, because the evaluator has names of its own, such as `type`. */
export const nameInCode = (name: string): string => `_${name}`;
const variableInCode = (name: string): string => `row_${name}`;

/** What takes several times as long as other functions. */
const OF_DATES = new Set(['addDays', 'day', 'days', 'month', 'solarYear', 'year']);
const DATE_STEPS = 10;
const COMPARING = new Set(['==', '!=', '<', '<=', '>', '>=', 'in']);
const BINARY = new Set<string>([...COMPARING, '&&', '||', '+', '-', '*', '/']);

/** Variables of the loops around a part. */
type Loops = readonly string[];

export class Translation {
  code = '';
  /** Names of answers that are read. */
  readonly inputs = new Set<string>();
  readonly comparisons: TextComparison[] = [];
  readonly faults: Fault[] = [];
  readonly #names: Pick<ReadonlySet<string>, 'has'>;
  readonly #marks: Mark[] = [];

  /** `names` are those of all answers. */
  constructor(root: ASTNode, names: Pick<ReadonlySet<string>, 'has'>) {
    this.#names = names;
    this.#write(root, []);
  }

  /** Returns the part of the expression from which a part of `code` was made. */
  origin({ start, end }: { start: number; end: number }): ASTNode {
    const around = this.#marks.filter(({ from, to }) => from <= start && end <= to);
    const whole = this.#marks.at(-1) as Mark;
    return around.reduce((best, one) => (one.to - one.from < best.to - best.from ? one : best), whole).node;
  }

  #write(part: string | ASTNode, loops: Loops): void {
    if (typeof part === 'string') {
      this.code += part;
      return;
    }
    const from = this.code.length;
    for (const inner of this.#partsOf(part, loops)) this.#write(inner, loops);
    this.#marks.push({ from, to: this.code.length, node: part });
  }

  /** Returns code and inner parts, in their order. */
  #partsOf(node: ASTNode, loops: Loops): Parts {
    switch (node.op) {
      case 'value':
        return literal(node.args) ?? this.#refuse('expression_syntax', node);
      case 'id':
        return this.#counted([this.#nameOf(node, node.args, loops)]);
      case '.':
        return this.#counted([node.args[0], `.${node.args[1]}`]);
      case '[]':
        return this.#entry(...node.args);
      case 'list':
        return ['[', ...separated(node.args), ']'];
      case '?:':
        return ['(', node.args[0], ' ? ', node.args[1], ' : ', node.args[2], ')'];
      case '!_':
      case '-_':
        return [`${node.op[0]}(`, node.args, ')'];
      case 'call':
        return this.#call(node, ...node.args);
      case 'rcall':
        return Object.hasOwn(LOOPS, node.args[0])
          ? this.#loop(node, loops, ...node.args)
          : this.#method(node, ...node.args);
      default:
        return BINARY.has(node.op)
          ? this.#binary(node.op, node.args as [ASTNode, ASTNode])
          : this.#refuse('expression_syntax', node);
    }
  }

  #refuse(code: FaultCode, node: ASTNode, text: string = sourceTextOf(node)): Parts {
    this.faults.push({ code, at: node.start + 1, text });
    return [];
  }

  #nameOf(node: ASTNode, name: string, loops: Loops): string {
    if (loops.includes(name)) return variableInCode(name);
    if (this.#names.has(name)) this.inputs.add(name);
    else this.#refuse('expression_name', node, name);
    return nameInCode(name);
  }

  #entry(list: ASTNode, index: string | ASTNode): Parts {
    return this.#counted([`${ENTRY_FUNCTION}(`, list, ', ', index, ')']);
  }

  /** Makes a part count its work: these steps, and what it reads or makes. */
  #counted(parts: Parts, steps = 1): Parts {
    return [`${COUNTED_FUNCTION}(`, ...parts, `, ${steps}.0)`];
  }

  #isKnown(known: typeof FUNCTIONS, name: string, args: readonly ASTNode[], node: ASTNode): boolean {
    const [least, most] = getOwn(known, name) ?? [];
    if (least === undefined || most === undefined) this.#refuse('expression_function', node, name);
    else if (args.length < least || args.length > most) this.#refuse('expression_arguments', node, name);
    else return true;
    return false;
  }

  #call(node: ASTNode, name: string, args: ASTNode[]): Parts {
    if (!this.#isKnown(FUNCTIONS, name, args, node)) return [];
    const given = separated(args);
    if (name === 'today') return [TODAY_VARIABLE];
    if (name === 'has') return ['!unanswered(', ...given, ')'];
    if (name === 'first') return this.#entry(args[0] as ASTNode, '0.0');
    if (name === 'size') return ['double(size(', ...given, '))'];
    // The least of several numbers is that of a list of them.
    if ((name === 'min' || name === 'max') && args.length > 1) return [`${name}([`, ...given, '])'];
    const call: Parts = [`${name}(`, ...given, ')'];
    return OF_DATES.has(name) ? this.#counted(call, DATE_STEPS) : call;
  }

  #method(node: ASTNode, name: string, receiver: ASTNode, args: ASTNode[]): Parts {
    if (!this.#isKnown(METHODS, name, args, node)) return [];
    const call = [receiver, `.${name}(`, ...separated(args), ')'];
    if (name === 'join') return this.#counted(call);
    return name === 'size' ? ['double(', ...call, ')'] : call;
  }

  /** Writes a loop at once, because its parts know one more variable. */
  #loop(node: ASTNode, loops: Loops, name: string, receiver: ASTNode, args: ASTNode[]): Parts {
    if (!this.#isKnown(LOOPS, name, args, node)) return [];
    const [variable, ...steps] = args;
    // Loops have always been free to call their variable `row`.
    const isKnown = (name: string) => loops.includes(name) || (name !== ROW_VARIABLE && this.#names.has(name));
    const isOwn = variable?.op === 'id' && !isKnown(variable.args);
    // A loop over all rows inside a loop over all rows would take the square of their time.
    if (!isOwn || (loops.length > 0 && rootOf(receiver) !== loops.at(-1))) return this.#refuse('expression_loop', node);
    this.#write(receiver, loops);
    this.#write(`.${name}(${variableInCode(variable.args)}`, loops);
    const isFilter = name === 'filter' || name === 'exists_one' || steps.length > 1;
    for (const [index, step] of steps.entries()) {
      // A row whose condition meets an unanswered answer is left out.
      const parts: Parts = isFilter && index === 0 ? ['holds(', step, ')'] : [step];
      this.code += ', ';
      const from = this.code.length;
      for (const part of this.#counted(parts, countParts(step))) this.#write(part, [...loops, variable.args]);
      this.#marks.push({ from, to: this.code.length, node: step });
    }
    return [')'];
  }

  #binary(op: string, [left, right]: [ASTNode, ASTNode]): Parts {
    const [known, unknown] = isNull(right) ? [left, right] : [right, left];
    if ((op === '==' || op === '!=') && isNull(unknown)) return [op === '==' ? '' : '!', 'unanswered(', known, ')'];
    if (op === '/') return ['(', left, ' / divisor(', right, '))'];
    // Written in one row: a long chain would else be nested too deep.
    if (op === '&&' || op === '||') return ['(', ...separated([...chained(op, left), right], ` ${op} `), ')'];
    const compared = comparisonOf(op, left, right);
    if (compared && this.#names.has(compared.name.split('.')[0] as string)) this.comparisons.push(compared);
    const parts: Parts = ['(', left, ` ${op} `, right, ')'];
    return op === '+' ? this.#counted(parts) : parts;
  }
}

type Parts = readonly (string | ASTNode)[];

/** Where a part of the expression stands in the code. */
interface Mark {
  from: number;
  to: number;
  node: ASTNode;
}

function comparisonOf(op: string, left: ASTNode, right: ASTNode): TextComparison | undefined {
  if (!COMPARING.has(op)) return undefined;
  const [path, value] = left.op === 'value' ? [pathOf(right), left] : [pathOf(left), right];
  const isCompared = path !== undefined && value.op === 'value' && typeof value.args === 'string';
  return isCompared ? { name: path, value: value.args as string } : undefined;
}

function pathOf(node: ASTNode): string | undefined {
  if (node.op === 'id') return node.args;
  return node.op === '.' && node.args[0].op === 'id' ? `${node.args[0].args}.${node.args[1]}` : undefined;
}

/** Returns the number of parts of an expression. */
export function countParts(node: unknown): number {
  if (Array.isArray(node)) return node.reduce((sum: number, one) => sum + countParts(one), 0);
  return isObject(node) && 'op' in node ? 1 + countParts(node.args) : 0;
}

function isNull(node: ASTNode): boolean {
  return node.op === 'value' && node.args === null;
}

/** Returns a literal in the evaluator's language, with numbers as decimals; undefined for bytes and unsigned numbers. */
function literal(value: unknown): [string] | undefined {
  if (value === null) return ['nothing()'];
  if (typeof value === 'boolean') return [String(value)];
  if (typeof value === 'string') return [JSON.stringify(value)];
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const text = String(Number(value));
  return [/^\d+$/.test(text) ? `${text}.0` : text];
}

function separated(nodes: readonly ASTNode[], by = ', '): (string | ASTNode)[] {
  return nodes.flatMap((node, index) => (index === 0 ? [node] : [by, node]));
}

/** Returns what an operator joins on its left: of `a && b && c` all three parts, one after the other. */
function chained(op: string, node: ASTNode): ASTNode[] {
  if (node.op !== op) return [node];
  const [left, right] = node.args as [ASTNode, ASTNode];
  return [...chained(op, left), right];
}

/** Returns the name at the beginning of a path such as `row.members`. */
function rootOf(node: ASTNode): string {
  if (node.op === 'id') return node.args;
  if (node.op === '.') return rootOf(node.args[0]);
  return node.op === 'rcall' ? rootOf(node.args[1]) : '';
}

/** Returns what was written. The evaluator's ranges may lack closing brackets. */
export function sourceTextOf({ input, start, end }: ASTNode): string {
  const text = input.slice(start, end);
  const open = text.split('(').length - text.split(')').length;
  return text + ')'.repeat(Math.max(0, open));
}
