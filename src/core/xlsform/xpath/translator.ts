/**
 * Writes the tree of an XPath as CEL. A condition is written for what is asked of it: that it holds or that it does not, and whether
 * it must be decided where an answer is missing (`total`).
 */
import { type Comparator, celOperator, dayArithmetic, isComparator, NEGATED, SWAPPED, toOneType } from './compare.ts';
import { conditionCall } from './conditions.ts';
import { callValue } from './functions.ts';
import { isInScope, type QuestionAnswer, questionNamed, type Scope, tableAt } from './scope.ts';
import type { RowsRead, Translating, WantedTruth } from './translating.ts';
import { type XPath, XPathFault } from './tree.ts';
import {
  asFilledText,
  asNumber,
  asStored,
  asText,
  atomicCode,
  binaryOperation,
  bracketed,
  type CelCode,
  type CelValue,
  isAnswer,
  isComposedText,
  isCountedDay,
  joinLogical,
  needsOf,
  numberValue,
  PRECEDENCE,
  textValue,
} from './value.ts';

/** Most characters of a part, before the whole is measured. */
const LARGEST = 8000;

/** Parts are repeated where an answer may be missing, so that a nested one could grow without end. */
function bounded<T extends CelCode>(part: T): T {
  if (part.code.length > LARGEST) throw new XPathFault('xpath_long', part.code);
  return part;
}

export class Translator implements Translating {
  readonly scope: Scope;
  readonly #read = new Set<string>();
  readonly #assumed = new Set<string>();
  /** True if the day or the number of a row was read. */
  #readsMoment = false;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** True if an answer but this one was read. */
  hasRead(own: string): boolean {
    return [...this.#read].some((name) => name !== own);
  }

  get reads(): ReadonlySet<string> {
    return this.#read;
  }

  get isConstant(): boolean {
    return this.#read.size === 0 && !this.#readsMoment;
  }

  today(): CelValue {
    this.#readsMoment = true;
    return { ...atomicCode('today()'), kind: 'date', needs: [] };
  }

  row(): CelValue {
    this.#readsMoment = true;
    return { ...atomicCode('row.index'), kind: 'number', needs: [] };
  }

  condition(tree: XPath, asked: WantedTruth): CelCode {
    return bounded(this.#condition(tree, asked));
  }

  #condition(tree: XPath, asked: WantedTruth): CelCode {
    if (tree.op === 'call') {
      const known = conditionCall(this, tree, asked);
      if (known) return known;
    }
    if (tree.op === 'binary') {
      const { operator, left, right } = tree;
      if (operator === 'and' || operator === 'or') {
        const isAll = (operator === 'and') === asked.holds;
        return joinLogical([this.condition(left, asked), this.condition(right, asked)], isAll ? '&&' : '||');
      }
      if (isComparator(operator)) return this.#compare(operator, left, right, asked);
    }
    return this.truth(this.value(tree), asked);
  }

  /** A text holds if it is not empty, a number if it is not 0. */
  truth(value: CelValue, { holds, total }: WantedTruth): CelCode {
    if (value.kind === 'null') return atomicCode(String(!holds));
    if (typeof value.literal === 'number') return atomicCode(String((value.literal !== 0) === holds));
    if (typeof value.literal === 'string') return atomicCode(String(holds));
    const isThere = (sign: string): CelCode => ({
      code: `${bracketed(value, PRECEDENCE.add)} ${sign} null`,
      binds: PRECEDENCE.compare,
    });
    if (value.kind !== 'number') return isThere(holds ? '!=' : '==');
    const compared = binaryOperation(value, holds ? '!=' : '==', atomicCode('0'), PRECEDENCE.compare);
    if (!holds) return joinLogical([...this.missing(value, '=='), compared], '||');
    return total ? joinLogical([...this.missing(value, '!='), compared], '&&') : compared;
  }

  /** Takes an answer as one that is there. */
  assumes(name: string): void {
    this.#assumed.add(name);
  }

  missing(value: Pick<CelValue, 'needs'>, sign: '==' | '!='): CelCode[] {
    const needs = value.needs.filter((name) => !this.#assumed.has(name));
    return needs.map((name) => ({ code: `${name} ${sign} null`, binds: PRECEDENCE.compare }));
  }

  /** Decides a comparison in which these answers may be missing, which is then false in XLSForm. */
  decided(code: CelCode, needs: readonly string[], { holds, total }: WantedTruth): CelCode {
    if (!holds) return joinLogical([...this.missing({ needs }, '=='), code], '||');
    return total ? joinLogical([...this.missing({ needs }, '!='), code], '&&') : code;
  }

  #compare(operator: Comparator, left: XPath, right: XPath, asked: WantedTruth): CelCode {
    const truth = truthOf(right) ?? truthOf(left);
    if (truth !== undefined && (operator === '=' || operator === '!=')) {
      const inner = truthOf(right) === undefined ? right : left;
      const holds = ((operator === '=') === truth) === asked.holds;
      return this.condition(inner, { ...asked, holds });
    }
    const given: [CelValue, CelValue] = [this.value(left), this.value(right)];
    const [a, b] = [asStored(given[0], given[1]), asStored(given[1], given[0])];
    if (b.kind === 'null' || a.kind === 'null') return this.#empty(operator, a.kind === 'null' ? b : a, asked);
    if (a.kind === 'texts' || b.kind === 'texts')
      return a.kind === 'texts' ? this.#several(operator, a, b, asked) : this.#several(SWAPPED[operator], b, a, asked);
    const [one, other] = toOneType(operator, a, b);
    const needs = needsOf(one, other);
    // XPath compares what is missing as an empty text, which differs from every other one, or as no number.
    const isDifferent = operator === '!=';
    const own = asked.holds ? operator : NEGATED[operator];
    const code = binaryOperation(one, celOperator(own), other, PRECEDENCE.compare);
    const areNumbers = [one, other].some((part) => part.kind === 'number' || isCountedDay(part));
    const areTexts = (!areNumbers || (isAnswer(one) && isAnswer(other))) && (operator === '=' || isDifferent);
    if (areTexts && one.needs.length === 1 && other.needs.length === 1 && isAnswer(one) && isAnswer(other)) {
      if (one.needs[0] !== other.needs[0]) return this.#bothTexts(isDifferent === asked.holds, one, other);
      return this.decided(code, needs, { ...asked, holds: isDifferent === asked.holds });
    }
    const mayBothBeEmpty =
      isComposedText(one) || isComposedText(other) || (one.needs.length > 0 && other.needs.length > 0);
    if (areTexts && needs.length > 0 && mayBothBeEmpty)
      return binaryOperation(asFilledText(one), celOperator(own), asFilledText(other), PRECEDENCE.compare);
    return this.decided(code, needs, { ...asked, holds: isDifferent ? !asked.holds : asked.holds });
  }

  /** Two answers that may both be empty, which are then the same. */
  #bothTexts(isDifferent: boolean, one: CelValue, other: CelValue): CelCode {
    const [a, b] = [one.needs[0], other.needs[0]];
    const both = binaryOperation(one, isDifferent ? '!=' : '==', other, PRECEDENCE.compare).code;
    const code = isDifferent
      ? `${a} == null ? ${b} != null : ${b} == null || ${both}`
      : `${a} == null ? ${b} == null : ${b} != null && ${both}`;
    return { code, binds: PRECEDENCE.choice };
  }

  #empty(operator: Comparator, value: CelValue, { holds }: WantedTruth): CelCode {
    if (operator !== '=' && operator !== '!=') throw new XPathFault('xpath_types', `${operator} ''`);
    const isNone = (operator === '=') === holds;
    if (value.kind === 'null') return atomicCode(String(isNone));
    if (value.literal !== undefined) return atomicCode(String(!isNone));
    const sign = isNone ? '==' : '!=';
    if (value.kind === 'text' && !isAnswer(value) && !value.code.startsWith('option.'))
      return binaryOperation(asFilledText(value), sign, atomicCode('""'), PRECEDENCE.compare);
    return { code: `${bracketed(value, PRECEDENCE.add)} ${sign} null`, binds: PRECEDENCE.compare };
  }

  /** Chosen options are compared as one text in XLSForm. */
  #several(operator: Comparator, list: CelValue, other: CelValue, { holds }: WantedTruth): CelCode {
    if (operator !== '=' && operator !== '!=') throw new XPathFault('xpath_types', operator);
    if (typeof other.literal === 'number')
      return this.#several(operator, list, textValue(String(other.literal)), { holds, total: true });
    const isSame = (operator === '=') === holds;
    const text = asText(list);
    return binaryOperation(text, isSame ? '==' : '!=', asFilledText(other), PRECEDENCE.compare);
  }

  value(tree: XPath): CelValue {
    return bounded(this.#value(tree));
  }

  #value(tree: XPath): CelValue {
    switch (tree.op) {
      case 'number':
        return numberValue(tree.value);
      case 'string':
        return textValue(tree.value);
      case 'name':
        return this.answer(this.#known(tree), tree);
      case 'self':
        if (!this.scope.self) throw new XPathFault('xpath_path', '.');
        return this.answer(this.scope.self);
      case 'around':
        throw new XPathFault('xpath_path', '..');
      case 'negative':
        return this.#negative(asNumber(this.value(tree.of)));
      case 'call':
        return callValue(this, tree) ?? this.#asTruth(tree);
      default:
        return this.#arithmetic(tree);
    }
  }

  #negative(value: CelValue): CelValue {
    if (typeof value.literal === 'number') return { ...numberValue(-value.literal), binds: PRECEDENCE.sign };
    return { ...value, code: `-${bracketed(value, PRECEDENCE.whole)}`, binds: PRECEDENCE.sign };
  }

  /** Returns a condition as the text that XLSForm stores for it. */
  #asTruth(tree: XPath): CelValue {
    const test = bracketed(this.condition(tree, { holds: true, total: true }), PRECEDENCE.or);
    return { code: `${test} ? "true" : "false"`, binds: PRECEDENCE.choice, kind: 'text', needs: [] };
  }

  #known({ name, isBare }: Extract<XPath, { op: 'name' }>): QuestionAnswer {
    const attribute = isBare ? this.scope.attributes?.get(name) : undefined;
    if (attribute) return { kind: 'text', table: '', ...attribute, name: `option.${attribute.name}` };
    return questionNamed(this.scope, name);
  }

  /** Returns how an answer is read from here. */
  answer(known: QuestionAnswer, tree?: Extract<XPath, { op: 'name' }>): CelValue {
    const code = this.#path(known, tree);
    if (known.kind === 'rows' || known.kind === 'other') throw new XPathFault('xpath_types', known.name);
    const { codes } = known;
    if (known.kind === 'texts') return { ...atomicCode(code), kind: 'texts', needs: [], codes };
    const kind = known.kind === 'boolean' ? 'text' : known.kind;
    // Attributes of options are there, or the option is not offered.
    return { ...atomicCode(code), kind, needs: code.startsWith('option.') ? [] : [code], codes };
  }

  #path({ name, table }: QuestionAnswer, tree?: Extract<XPath, { op: 'name' }>): string {
    if (name.startsWith('option.')) return name;
    const { loop } = this.scope;
    if (tree && tree.where.length > 0) throw new XPathFault('xpath_rows', name);
    if (loop && loop.table === table) return `${loop.variable}.${name}`;
    this.#read.add(name);
    if (isInScope(this.scope, table)) return name;
    // XLSForm reads the first row from outside.
    return `first(${tableAt(this.scope, table)}).${name}`;
  }

  /** Returns the rows of a table and the column that is read of them; undefined for an answer that is no column elsewhere. */
  rowsOf(tree: XPath): RowsRead | undefined {
    if (tree.op !== 'name') return undefined;
    const known = this.#known(tree);
    const isTable = known.kind === 'rows';
    const path = isTable ? [known.table, known.name].filter(Boolean).join('.') : known.table;
    if (path === '' || (!isTable && isInScope(this.scope, path))) return undefined;
    let rows = tableAt(this.scope, path);
    this.#read.add(rows);
    const variable = this.scope.find('r') ? 'r_' : 'r';
    for (const predicate of tree.where) {
      const inner = new Translator({ ...this.scope, table: path, loop: { table: path, variable } });
      const { code } = inner.condition(predicate, { holds: true, total: false });
      rows = `${rows}.filter(${variable}, ${code})`;
    }
    return { rows, known, variable, table: path };
  }

  #arithmetic(tree: Extract<XPath, { op: 'binary' }>): CelValue {
    const { operator } = tree;
    if (operator === 'and' || operator === 'or' || isComparator(operator)) return this.#asTruth(tree);
    const [a, b] = [this.value(tree.left), this.value(tree.right)];
    const needs = needsOf(a, b);
    if (a.kind === 'instant' || b.kind === 'instant')
      throw new XPathFault('xpath_time', a.kind === 'instant' ? a.code : b.code);
    if (a.kind === 'date' || b.kind === 'date') return dayArithmetic(operator, a, b, needs);
    const [x, y] = [asNumber(a), asNumber(b)];
    const made = (code: CelCode): CelValue => ({ ...code, kind: 'number', needs });
    switch (operator) {
      case 'mod':
        return made(atomicCode(`mod(${x.code}, ${y.code})`));
      case 'div':
        return made(binaryOperation(x, '/', y, PRECEDENCE.multiply));
      case '*':
        return made(binaryOperation(x, '*', y, PRECEDENCE.multiply));
      default:
        return made(binaryOperation(x, operator, y, PRECEDENCE.add));
    }
  }
}

function truthOf(tree: XPath): boolean | undefined {
  if (tree.op !== 'call' || tree.args.length > 0) return undefined;
  return tree.name === 'true' ? true : tree.name === 'false' ? false : undefined;
}
