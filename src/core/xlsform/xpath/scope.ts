/** What the names in an expression of XLSForm stand for, where it is read. */
import { didYouMean } from '../../check/issues/issue.ts';
import { XPathFault } from './tree.ts';

/** What an answer holds, as far as expressions tell it apart. `rows` is a table. */
export type AnswerKind = 'number' | 'text' | 'texts' | 'date' | 'instant' | 'boolean' | 'rows' | 'other';

export interface QuestionAnswer {
  /** Stored name. */
  name: string;
  kind: AnswerKind;
  /** Path of the table that it is a column of; empty for a question of the form. */
  table: string;
  /** Stored codes by those of the workbook. */
  codes?: ReadonlyMap<string, string> | undefined;
  /** It is the label of the option that this question has, by its name in the workbook. */
  labelOf?: string | undefined;
}

/** Where an expression stands. */
export interface Scope {
  /** Returns what a name of the workbook stands for, the nearest first. */
  find(name: string): QuestionAnswer | undefined;
  /** Names that a workbook may say, for “did you mean”. */
  names(): Iterable<string>;
  /** Path of the table whose row the expression is over; empty for the form. */
  table: string;
  /** The question itself, which is `.`. */
  self: QuestionAnswer | undefined;
  /** Attributes of options that a filter reads, by the name of their column. */
  attributes?: ReadonlyMap<string, Pick<QuestionAnswer, 'name' | 'codes'>>;
  /** A predicate reads the columns of this table from the variable of a loop. */
  loop?: { table: string; variable: string };
}

/** Returns what a name stands for. Throws xpath_name. */
export function questionNamed(scope: Scope, name: string): QuestionAnswer {
  const found = scope.find(name);
  if (!found) throw new XPathFault('xpath_name', name, didYouMean(name, scope.names()).meant);
  return found;
}

/** Returns true if a row of this table is around the place, so that its cells are read by their name. */
export function isInScope(scope: Scope, table: string): boolean {
  return table === '' || scope.table === table || scope.table.startsWith(`${table}.`);
}

/**
 * Returns how a table is read from a place: by its name, or as a column of the row around it. Throws xpath_rows for a table in a
 * row of another table.
 */
export function tableAt(scope: Scope, path: string): string {
  const parts = path.split('.');
  const around = parts.slice(0, -1).join('.');
  if (!isInScope(scope, around)) throw new XPathFault('xpath_rows', parts.at(-1) ?? path);
  return parts.at(-1) as string;
}
