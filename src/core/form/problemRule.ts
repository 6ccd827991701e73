/**
 * The rule between answers and problems of a sheet: an answer that flags a problem requires a problem of its type with
 * details, and a problem's category must be rated before the problem is entered or changed. Problems that are merely
 * carried along from earlier visits ask for nothing.
 */
import type { CompiledForm, FieldNode, RecordData, ValidatorModule } from '../definitions/types.ts';
import { addError, type RecordErrors } from '../errors/failure.ts';
import { isCarried, type KnownProblem } from '../problems/carried.ts';
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

export interface ProblemRow {
  id?: string;
  problem_type_id?: string;
  problem_details?: string;
  [key: string]: unknown;
}

/** Rows of the form's problems field; none when the form carries no problems. */
export function problemRows(form: CompiledForm, data: RecordData): ProblemRow[] {
  const field = form.definition.problems?.field;
  const rows = field ? data[field] : undefined;
  return Array.isArray(rows) ? rows.filter((row): row is ProblemRow => typeof row === 'object' && row !== null) : [];
}

/** Fields whose answer flags a problem, with the type of problem each asks for. */
export function flaggedAnswers(
  form: CompiledForm,
  validator: ValidatorModule,
  data: RecordData,
): { node: FieldNode; problemType: string }[] {
  const flagged: { node: FieldNode; problemType: string }[] = [];
  for (const node of form.fields.values()) {
    if (node.problemWhen && node.problemType && validator.conditions[node.problemWhen]?.(data)) {
      flagged.push({ node, problemType: node.problemType });
    }
  }
  return flagged;
}

/** true when a rating of the section has an answer; a section without ratings needs none. */
export function categoryIsRated(form: CompiledForm, category: string, data: RecordData): boolean {
  const section = form.sections.find((one) => one.id === category);
  const rated = section?.fields.filter((node) => isRating(node) || node.problemWhen) ?? [];
  return rated.length === 0 || rated.some((node) => node.properties.some((name) => !isBlank(data[name])));
}

export function addProblemErrors(
  form: CompiledForm,
  validator: ValidatorModule,
  data: RecordData,
  types: readonly ProblemType[] | undefined,
  errors: RecordErrors,
  known: readonly KnownProblem[] = [],
): void {
  const field = form.definition.problems?.field;
  if (!field) return;
  const rows = problemRows(form, data);
  const typeById = new Map((types ?? []).map((type) => [type.id, type]));
  const codeOf = (row: ProblemRow): string =>
    typeById.get(row.problem_type_id ?? '')?.code ?? row.problem_type_id ?? '';
  for (const { node, problemType } of flaggedAnswers(form, validator, data)) {
    const own = rows.filter((row) => codeOf(row) === problemType);
    // A row of this type without details has its own error at the details.
    if (own.length === 0) addError(errors, node.pointer, 'problem_details', { type: problemType });
  }
  rows.forEach((row, index) => {
    if (isBlank(row.problem_details)) addError(errors, `/${field}/${index}/problem_details`, 'problem_details');
    const pointer = `/${field}/${index}/problem_type_id`;
    if (types && row.problem_type_id && !typeById.has(row.problem_type_id)) addError(errors, pointer, 'choice');
    const category = typeById.get(row.problem_type_id ?? '')?.category;
    if (category && !categoryIsRated(form, category, data) && !isCarried(row, known)) {
      const section = form.sections.find((one) => one.id === category);
      addError(errors, pointer, 'problem_category_first', { category: section?.def.title ?? category });
    }
  });
}
