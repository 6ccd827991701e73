/** Writes an expression of a definition as one of XLSForm. What XPath cannot say is a fault. */
import { type ExpressionTree, parseExpression } from '../../expressions/program.ts';
import { XPathFault } from './tree.ts';

/** What the names of an expression are in the workbook. */
export interface WorkbookNames {
  /** Returns the name of an answer in the workbook; undefined for one that is not there. */
  nameOf(name: string): string | undefined;
  /** True for an answer of several options. */
  isSeveral(name: string): boolean;
  /** Columns of a table, by its name. */
  columnsOf(table: string): ReadonlySet<string> | undefined;
  /** The question itself, in a constraint. */
  self?: string | undefined;
}

/** How strongly the operators of XPath bind. */
const BINDS: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
};
const OPERATORS: Readonly<Record<string, string>> = {
  '||': 'or',
  '&&': 'and',
  '==': '=',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '+': '+',
  '-': '-',
  '*': '*',
  '/': 'div',
};
const WHOLE = 7;

interface Part {
  text: string;
  binds: number;
}

const whole = (text: string): Part => ({ text, binds: WHOLE });
const within = ({ text, binds }: Part, least: number): string => (binds < least ? `(${text})` : text);

/** Returns the XPath. Throws XPathFault. */
export function celToXPath(expr: string, names: WorkbookNames): string {
  const tree = parseExpression(expr);
  if (!tree) throw new XPathFault('xpath_syntax', expr);
  return new Writer(names).part(tree).text;
}

class Writer {
  readonly #names: WorkbookNames;
  /** The variable of the loop around, with its table. */
  readonly #loop: { variable: string; table: string } | undefined;

  constructor(names: WorkbookNames, loop?: { variable: string; table: string }) {
    this.#names = names;
    this.#loop = loop;
  }

  part(node: ExpressionTree): Part {
    switch (node.op) {
      case 'value':
        return literal(node.args);
      case 'id':
        return whole(this.#reference(node.args));
      case '.':
        return whole(this.#member(node.args[0], node.args[1]));
      case '?:':
        return whole(`if(${node.args.map((one: ExpressionTree) => this.part(one).text).join(', ')})`);
      case '!_':
        return whole(`not(${this.part(node.args).text})`);
      case '-_':
        return { text: `-${within(this.part(node.args), WHOLE)}`, binds: WHOLE - 1 };
      case 'call':
        return this.#call(node.args[0], node.args[1]);
      case 'rcall':
        return this.#method(node.args[0], node.args[1], node.args[2]);
      case 'in':
        return whole(`selected(${this.part(node.args[1]).text}, ${this.part(node.args[0]).text})`);
      default:
        return this.#binary(node);
    }
  }

  #binary(node: ExpressionTree): Part {
    const binds = BINDS[node.op];
    if (binds === undefined) throw new XPathFault('xpath_syntax', node.op);
    const [left, right] = node.args as [ExpressionTree, ExpressionTree];
    // What is missing differs from every text in XPath, and from none in CEL.
    if (node.op === '||' && differsOrIsMissing(left, right)) return this.#plain(right, 3);
    if (node.op === '!=' && left.op === 'id' && !isNull(right) && !isNull(left)) {
      const there = `${this.part(left).text} != ''`;
      return { text: `${there} and ${this.#plain(node, 3).text}`, binds: 2 };
    }
    return this.#plain(node, binds);
  }

  #plain(node: ExpressionTree, binds: number): Part {
    const [left, right] = node.args as [ExpressionTree, ExpressionTree];
    const both = `${within(this.part(left), binds)} ${OPERATORS[node.op]} `;
    return { text: both + within(this.part(right), binds + 1), binds };
  }

  #reference(name: string): string {
    if (name === this.#names.self) return '.';
    const written = this.#names.nameOf(name);
    if (written === undefined) throw new XPathFault('xpath_name', name);
    return `\${${written}}`;
  }

  #member(of: ExpressionTree, key: string): string {
    if (of.op === 'id' && of.args === 'option') return key === 'value' ? 'name' : key;
    if (of.op === 'id' && of.args === 'row' && key === 'index') return 'position(..)';
    if (of.op === 'id' && of.args === this.#loop?.variable) return this.#column(this.#loop.table, key);
    if (of.op === 'call' && of.args[0] === 'first' && of.args[1][0]?.op === 'id')
      return this.#column(of.args[1][0].args, key);
    if (of.op === '[]' && of.args[0].op === 'id') {
      const at = of.args[1] as ExpressionTree;
      const table = this.#reference(of.args[0].args);
      return `indexed-repeat(${this.#column(of.args[0].args, key)}, ${table}, ${this.#plusOne(at)})`;
    }
    throw new XPathFault('xpath_path', key);
  }

  #column(table: string, key: string): string {
    if (!this.#names.columnsOf(table)?.has(key)) throw new XPathFault('xpath_name', `${table}.${key}`);
    return this.#reference(key);
  }

  #plusOne(at: ExpressionTree): string {
    if (at.op === 'value') return String(Number(at.args) + 1);
    if (at.op === '-' && at.args[1].op === 'value' && Number(at.args[1].args) === 1) return this.part(at.args[0]).text;
    return `${this.part(at).text} + 1`;
  }

  #call(name: string, args: ExpressionTree[]): Part {
    const texts = () => args.map((one) => this.part(one).text).join(', ');
    const [first, second] = args;
    switch (name) {
      case 'has':
        return {
          text: `${within(this.part(first as ExpressionTree), BINDS['!='] as number)} != ''`,
          binds: BINDS['!='] as number,
        };
      case 'size':
        return whole(this.#size(first as ExpressionTree));
      case 'days':
        return {
          text: `${within(day(this.part(second as ExpressionTree)), 5)} - ${within(day(this.part(first as ExpressionTree)), 6)}`,
          binds: BINDS['-'] as number,
        };
      case 'addDays': {
        const count = this.part(second as ExpressionTree);
        const sign = count.text.startsWith('-') && count.binds === WHOLE - 1 ? count.text.slice(1) : undefined;
        const added = sign === undefined ? `+ ${within(count, 6)}` : `- ${sign}`;
        return { text: `${within(day(this.part(first as ExpressionTree)), 5)} ${added}`, binds: 5 };
      }
      case 'mod':
        return {
          text: `${within(this.part(first as ExpressionTree), 6)} mod ${within(this.part(second as ExpressionTree), 7)}`,
          binds: 6,
        };
      case 'double':
        return whole(`number(${texts()})`);
      case 'sum':
      case 'max':
      case 'min':
        return whole(`${name}(${args.length === 1 ? this.#cells(first as ExpressionTree) : texts()})`);
      case 'abs':
      case 'floor':
      case 'round':
      case 'string':
      case 'today':
        return whole(`${name}(${texts()})`);
      default: {
        const format = FORMATS.get(name);
        if (format === undefined) throw new XPathFault('xpath_function', name);
        return whole(`number(format-date(${texts()}, '${format}'))`);
      }
    }
  }

  #size(of: ExpressionTree): string {
    if (of.op === 'id' && this.#names.columnsOf(of.args)) return `count(${this.#reference(of.args)})`;
    if (of.op === 'id' && this.#names.isSeveral(of.args)) return `count-selected(${this.#reference(of.args)})`;
    if (of.op === 'rcall' && of.args[0] === 'filter') return `count(${this.#filtered(of)})`;
    return `string-length(${this.part(of).text})`;
  }

  /** Returns the rows of a table for which a condition holds. */
  #filtered(node: ExpressionTree): string {
    const [, table, [variable, condition]] = node.args as [string, ExpressionTree, [ExpressionTree, ExpressionTree]];
    if (table.op !== 'id' || variable.op !== 'id') throw new XPathFault('xpath_rows', 'filter');
    const inner = new Writer(this.#names, { variable: variable.args, table: table.args });
    return `${this.#reference(table.args)}[${inner.part(condition).text}]`;
  }

  /** Returns the cells of a column: a `map` over the rows of a table. */
  #cells(node: ExpressionTree): string {
    if (node.op !== 'rcall' || node.args[0] !== 'map') throw new XPathFault('xpath_rows', 'sum');
    const [, table, [variable, ...steps]] = node.args as [
      string,
      ExpressionTree,
      [ExpressionTree, ...ExpressionTree[]],
    ];
    const cell = steps.at(-1) as ExpressionTree;
    if (table.op !== 'id' || variable.op !== 'id') throw new XPathFault('xpath_rows', 'map');
    return new Writer(this.#names, { variable: variable.args, table: table.args }).part(cell).text;
  }

  #method(name: string, receiver: ExpressionTree, args: ExpressionTree[]): Part {
    const own = () => this.part(receiver).text;
    const [first] = args;
    switch (name) {
      case 'contains':
      case 'startsWith':
      case 'endsWith':
        return whole(`${TESTS[name]}(${own()}, ${this.part(first as ExpressionTree).text})`);
      case 'size':
        return whole(this.#size(receiver));
      case 'trim':
        return whole(`normalize-space(${own()})`);
      case 'join': {
        const isCells = receiver.op === 'rcall';
        if (!isCells && first?.op === 'value' && first.args === ' ') return whole(own());
        return whole(`join(${first ? this.part(first).text : "''"}, ${this.#cells(receiver)})`);
      }
      case 'exists':
        return {
          text: `count(${this.#filtered({ ...receiver, op: 'rcall', args: ['filter', receiver, args] } as ExpressionTree)}) > 0`,
          binds: 4,
        };
      default:
        throw new XPathFault('xpath_function', name);
    }
  }
}

function isNull(node: ExpressionTree): boolean {
  return node.op === 'value' && node.args === null;
}

/** True for `a == null || a != b`. */
function differsOrIsMissing(left: ExpressionTree, right: ExpressionTree): boolean {
  if (left.op !== '==' || right.op !== '!=') return false;
  const [[missing, none], [differs]] = [
    left.args as [ExpressionTree, ExpressionTree],
    right.args as [ExpressionTree, ExpressionTree],
  ];
  return isNull(none) && missing.op === 'id' && differs.op === 'id' && missing.args === differs.args;
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['year', '%Y'],
  ['month', '%n'],
  ['day', '%e'],
]);
const TESTS: Readonly<Record<string, string>> = {
  contains: 'contains',
  startsWith: 'starts-with',
  endsWith: 'ends-with',
};

/** A day in quotes is a date only if it is made one. */
function day(part: Part): Part {
  return /^'\d{4}-\d{2}-\d{2}'$/.test(part.text) ? whole(`date(${part.text})`) : part;
}

function literal(value: unknown): Part {
  if (value === null) return whole("''");
  if (typeof value === 'boolean') return whole(`${value}()`);
  if (typeof value === 'number' || typeof value === 'bigint') return whole(String(Number(value)));
  if (typeof value !== 'string') throw new XPathFault('xpath_types', String(value));
  if (!value.includes("'")) return whole(`'${value}'`);
  if (value.includes('"')) throw new XPathFault('xpath_types', value);
  return whole(`"${value}"`);
}
