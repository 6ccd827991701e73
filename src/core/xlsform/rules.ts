/** Conditions, values and rules of a row as expressions of a definition. */
import type { Condition } from '../definitions/types.ts';
import { readPattern } from '../expressions/patternSyntax.ts';
import type { Ledger } from './ledger.ts';
import { mendExpression } from './mend.ts';
import type { NoteParams, WorkbookCell } from './types.ts';
import type { Scope } from './xpath/scope.ts';
import { conditionToCel, constraintToCel, type TranslatedValue, valueToCel } from './xpath/toCel.ts';
import { parseXPath, type XPath, XPathFault } from './xpath/tree.ts';

/** Returns the expression as it is read, and says what was mended in it. */
export function expressionIn(cell: WorkbookCell, ledger: Ledger): string {
  const { text, mended } = mendExpression(cell.text);
  if (mended.length > 0) ledger.note(cell, 'changed', 'mended', { kinds: mended });
  return text;
}

function lost(cell: WorkbookCell, error: unknown, ledger: Ledger): undefined {
  if (!(error instanceof XPathFault)) throw error;
  const params: NoteParams = { text: error.text, ...(error.meant !== undefined && { meant: error.meant }) };
  ledger.lose(cell, error.code, params);
}

/** Returns a condition; undefined if it cannot be said, which is noted. */
export function conditionIn(
  cell: WorkbookCell,
  scope: Scope,
  ledger: Ledger,
  pointer: string,
): { expr: string } | undefined {
  try {
    const expr = conditionToCel(expressionIn(cell, ledger), scope);
    ledger.carry(cell, pointer);
    return { expr };
  } catch (error) {
    return lost(cell, error, ledger);
  }
}

export function valueIn(
  cell: WorkbookCell,
  scope: Scope,
  ledger: Ledger,
  wanted?: 'number' | 'text' | 'texts',
): TranslatedValue | undefined {
  try {
    return valueToCel(expressionIn(cell, ledger), scope, wanted);
  } catch (error) {
    return lost(cell, error, ledger);
  }
}

/** Returns the kind of a calculation without a note, since it is asked before the row is read. */
export function kindOfValue(text: string, scope: Scope): TranslatedValue['kind'] {
  try {
    return valueToCel(mendExpression(text).text, scope).kind;
  } catch {
    return 'text';
  }
}

export interface ConstraintRead {
  /** A pattern of the whole text. */
  pattern?: string;
  expr?: string;
}

/** Returns a constraint, its `regex` of the answer itself as a pattern. */
export function constraintIn(
  cell: WorkbookCell,
  scope: Scope,
  isText: boolean,
  ledger: Ledger,
): ConstraintRead | undefined {
  const source = expressionIn(cell, ledger);
  try {
    const parts = conjuncts(parseXPath(source));
    const patterns = parts.flatMap((one) => patternOf(one) ?? []);
    const [pattern] = patterns;
    if (pattern === undefined) return { expr: constraintToCel(source, scope) };
    if (patterns.length > 1 || parts.length > 1 || !isText) {
      ledger.lose(cell, 'pattern_alone', { pattern });
      return undefined;
    }
    const whole = /^\^.*\$$/s.test(pattern) && !/(?<!\\)\|/.test(pattern) ? pattern : `^(?:${pattern})$`;
    const read = readPattern(whole);
    if ('fault' in read) {
      ledger.lose(cell, 'pattern_alone', { pattern });
      return undefined;
    }
    return { pattern: whole };
  } catch (error) {
    return lost(cell, error, ledger);
  }
}

function conjuncts(tree: XPath): XPath[] {
  return tree.op === 'binary' && tree.operator === 'and' ? [...conjuncts(tree.left), ...conjuncts(tree.right)] : [tree];
}

function patternOf(tree: XPath): string | undefined {
  if (tree.op !== 'call' || tree.name !== 'regex') return undefined;
  const [of, pattern] = tree.args;
  return of?.op === 'self' && pattern?.op === 'string' ? pattern.value : undefined;
}

const YES = /^(yes|true|true\(\)|1|y|بلی|بله|هو)$/i;
const NO = /^(no|false|false\(\)|0|n|نخیر|نه)$/i;

/** Returns what a cell of yes or no says; undefined for an expression. */
export function parseYesNo({ text }: WorkbookCell): boolean | undefined {
  return YES.test(text) ? true : NO.test(text) ? false : undefined;
}

/** Joins the conditions of the groups around with that of the question itself. */
export function joinConditions(conditions: readonly Condition[]): Condition | undefined {
  if (conditions.length < 2) return conditions[0];
  return { all: conditions as [Condition, ...Condition[]] };
}
