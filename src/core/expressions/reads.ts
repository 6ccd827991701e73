/** Which answers an expression reads, down to the columns of tables. Works on the tree, so that nothing written hides a name. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { LOOPS } from './functions.ts';

export interface ExpressionReads {
  /** Paths that are read: `size`, `members`, `members.age`, `parent.phone`. */
  paths: ReadonlySet<string>;
  /** Paths whose value is used as it is, such as rows that are compared: everything below them is read. */
  whole: ReadonlySet<string>;
}

export const READS_NOTHING: ExpressionReads = { paths: new Set(), whole: new Set() };

export function readsIn(root: ASTNode): ExpressionReads {
  return new Reading(root);
}

/** Paths that a part of an expression may stand for. */
type Value = readonly string[];
/** What the variables of loops stand for. */
type Variables = ReadonlyMap<string, Value>;
type Called = [name: string, receiver: ASTNode, args: ASTNode[]];

/** Functions that tell of rows only how many there are. */
const COUNTING: ReadonlySet<string> = new Set(['size', 'has']);

class Reading implements ExpressionReads {
  readonly paths = new Set<string>();
  readonly whole = new Set<string>();

  constructor(root: ASTNode) {
    this.#use(root, new Map());
  }

  #use(node: ASTNode, variables: Variables): void {
    for (const path of this.#value(node, variables)) this.whole.add(path);
  }

  #read(found: Value): Value {
    for (const path of found) this.paths.add(path);
    return found;
  }

  #value(node: ASTNode, variables: Variables): Value {
    switch (node.op) {
      case 'value':
        return [];
      case 'id':
        return variables.get(node.args) ?? this.#read([node.args]);
      case '.':
        return this.#read(this.#value(node.args[0], variables).map((path) => `${path}.${node.args[1]}`));
      case '?:': {
        const [test, ...branches] = node.args;
        this.#use(test, variables);
        return branches.flatMap((one) => this.#value(one, variables));
      }
      case 'list':
        return node.args.flatMap((one) => this.#value(one, variables));
      case '[]':
        this.#use(node.args[1], variables);
        return this.#value(node.args[0], variables);
      case 'call':
        // An entry of a list is what the list has.
        if (node.args[0] === 'first') return node.args[1].flatMap((one) => this.#value(one, variables));
        return this.#parts(node.args[1], variables, COUNTING.has(node.args[0]));
      case 'rcall':
        return Object.hasOwn(LOOPS, node.args[0])
          ? this.#loop(node.args, variables)
          : this.#method(node.args, variables);
      default: {
        const parts = ([node.args].flat() as unknown[]).filter(isNode);
        return this.#parts(parts, variables, (node.op === '==' || node.op === '!=') && parts.some(isNull));
      }
    }
  }

  /** Reads the parts of something whose value is a number, a text or a truth. */
  #parts(parts: readonly ASTNode[], variables: Variables, isCounting: boolean): Value {
    for (const one of parts)
      if (isCounting) this.#value(one, variables);
      else this.#use(one, variables);
    return [];
  }

  #method([name, receiver, args]: Called, variables: Variables): Value {
    this.#parts([receiver], variables, COUNTING.has(name));
    return this.#parts(args, variables, false);
  }

  #loop([name, receiver, [variable, ...steps]]: Called, variables: Variables): Value {
    const rows = this.#value(receiver, variables);
    const inner = variable?.op === 'id' ? new Map([...variables, [variable.args, rows]]) : variables;
    const last = name === 'map' ? steps.pop() : undefined;
    for (const step of steps) this.#use(step, inner);
    if (last) return this.#value(last, inner);
    return name === 'filter' ? rows : [];
  }
}

function isNull(node: ASTNode): boolean {
  return node.op === 'value' && node.args === null;
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value;
}
