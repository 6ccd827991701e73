/** What a check reports: a code and its parameters. `issueText` turns them into a message. */

import type { FormDefinition, JsonSchema } from '../../definitions/types.ts';
import type { IssueCode } from './codes.ts';

export type { IssueCode };

export type MisfitCode = IssueCode extends infer Code ? (Code extends `misfit_${infer Rest}` ? Rest : never) : never;

/** A part of a message that has its own translation. */
export interface IssuePhrase {
  code: IssueCode;
  params?: IssueParams;
}

/** Lists of names are quoted and joined. `meant` adds a question that suggests the name probably meant. */
export interface IssueParams {
  [name: string]: string | number | readonly string[] | IssuePhrase;
}

export interface Finding {
  code: IssueCode;
  params: IssueParams;
}

export interface Issue extends Finding {
  file: string;
  /** JSON Pointer into the file. */
  pointer: string;
  /** Worth knowing, but nothing is refused for it. */
  advice?: true;
}

export type ReportIssue = (pointer: string, code: IssueCode, params?: IssueParams) => void;

/** One form version as the checks see it: both files, and the contract with its references resolved. */
export interface FormFile {
  path: string;
  schemaPath: string;
  definition: FormDefinition;
  schema: JsonSchema;
  frozen: boolean;
}

/** Returns the issues that must be mended: advice blocks nothing. */
export function blockingIssues<T extends Pick<Issue, 'advice'>>(issues: readonly T[]): T[] {
  return issues.filter(({ advice }) => !advice);
}

/** Returns the name that was probably meant, as a parameter. Empty if no known name is similar. */
export function didYouMean(name: string, known: Iterable<string>): { meant?: string } {
  const near = [...known].find((one) => oneEditApart(one, name));
  return near === undefined ? {} : { meant: near };
}

function oneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  const [x, y] = [a.slice(at), b.slice(at)];
  return (
    x.slice(1) === y.slice(1) ||
    x.slice(1) === y ||
    x === y.slice(1) ||
    (x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2))
  );
}
