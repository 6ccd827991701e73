/**
 * The rule between answers and problems of a sheet: an answer that flags a problem requires a problem of its type, and a
 * problem's category must be rated before the problem is entered or changed. Problems that are merely carried along from
 * earlier visits ask for nothing.
 */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { addError, type RecordErrors } from '../errors/failure.ts';
import { isCarried, STATUS, statusOf, TYPE } from '../problems/log.ts';
import { isBlank } from '../records/blank.ts';
import { isRating } from './types/question.ts';

/** Item of the form's list of problem types. */
export interface ProblemType {
  id: string;
  /** Defaults to the id. */
  code?: string | null;
  /** Section that must be rated first. */
  category?: string | null;
}

/** What the rule reads of a row; its other answers are the definition's. */
export interface ProblemRow extends RecordData {
  id?: string;
  [TYPE]?: string;
  [STATUS]?: string;
}

/** Rows of the form's problems field; none when the form carries no problems. */
export function problemRows(form: CompiledForm, data: RecordData): ProblemRow[] {
  const field = form.definition.problems?.field;
  const rows = field ? data[field] : undefined;
  return Array.isArray(rows) ? rows.filter((row): row is ProblemRow => typeof row === 'object' && row !== null) : [];
}

/** The answers with the status each problem really has; the same object when all had it. */
export function withStatuses(form: CompiledForm, data: RecordData): RecordData {
  const field = form.definition.problems?.field;
  const isAdvocated = (row: ProblemRow) => row[STATUS] === 'ongoing' && statusOf(row) === 'advocated';
  if (!field || !problemRows(form, data).some(isAdvocated)) return data;
  const rows = (data[field] as (ProblemRow | null)[]).map((row) =>
    row && isAdvocated(row) ? { ...row, [STATUS]: 'advocated' } : row,
  );
  return { ...data, [field]: rows };
}

/** true when a rating of the section has an answer; a section without ratings needs none. */
export function categoryIsRated(form: CompiledForm, category: string, data: RecordData): boolean {
  const section = form.sections.find((one) => one.id === category);
  const rated = section?.fields.filter((node) => isRating(node) || node.problemWhen) ?? [];
  return rated.length === 0 || rated.some((node) => node.properties.some((name) => !isBlank(data[name])));
}

export function addProblemErrors(
  form: CompiledForm,
  data: RecordData,
  flagged: ReadonlySet<string>,
  types: readonly ProblemType[] | undefined,
  errors: RecordErrors,
  known: readonly RecordData[] = [],
): void {
  const field = form.definition.problems?.field;
  if (!field) return;
  const rows = problemRows(form, data);
  const typeById = new Map((types ?? []).map((type) => [type.id, type]));
  const codeOf = (row: ProblemRow): string => typeById.get(row[TYPE] ?? '')?.code ?? row[TYPE] ?? '';
  for (const name of flagged) {
    const node = form.fields.get(name);
    // A row of this type without details has its own error at the details.
    if (node?.problemType && !rows.some((row) => codeOf(row) === node.problemType))
      addError(errors, node.pointer, 'problem_details', { type: node.problemType });
  }
  rows.forEach((row, index) => {
    const pointer = `/${field}/${index}/${TYPE}`;
    if (types && row[TYPE] && !typeById.has(row.problem_type_id)) addError(errors, pointer, 'choice');
    const category = typeById.get(row[TYPE] ?? '')?.category;
    if (category && !categoryIsRated(form, category, data) && !isCarried(row, known)) {
      const section = form.sections.find((one) => one.id === category);
      addError(errors, pointer, 'problem_category_first', { category: section?.def.title ?? category });
    }
  });
}
