/** What the translation of a function asks of that of the expression around it. */
import type { QuestionAnswer, Scope } from './scope.ts';
import type { XPath } from './tree.ts';
import type { CelCode, CelValue } from './value.ts';

export interface WantedTruth {
  /** What must be so: that the condition holds, or that it does not. */
  holds: boolean;
  /** True if it must be true or false even where an answer is missing. */
  total: boolean;
}

/** The rows of the table at a path, and what is read of each. */
export interface RowsRead {
  rows: string;
  table: string;
  known: QuestionAnswer;
  variable: string;
}

export interface Translating {
  readonly scope: Scope;
  condition(tree: XPath, asked: WantedTruth): CelCode;
  value(tree: XPath): CelValue;
  /** Decides a condition in which these answers may be missing, which is then false in XLSForm. */
  decided(code: CelCode, needs: readonly string[], asked: WantedTruth): CelCode;
  today(): CelValue;
  /** The number of the row around, from 1. */
  row(): CelValue;
  /** Returns the rows of a table and the column that is read of them; undefined for an answer that is no column elsewhere. */
  rowsOf(tree: XPath): RowsRead | undefined;
}
