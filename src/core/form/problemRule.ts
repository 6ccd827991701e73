/**
 * Rules between answers and problems of a visit. An answer that flags a problem requires a problem of its type. The category
 * of a problem must be rated before the problem is entered or changed. Problems only carried over from earlier visits are
 * exempt.
 */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { addError, type RecordErrors } from '../errors/recordErrors.ts';
import { isCarriedOver, PROBLEM_STATUS, PROBLEM_TYPE, problemStatusOf } from '../problems/log.ts';
import { isBlank } from '../text/letters.ts';
import { isRatingQuestion } from './types/question.ts';

/** An item of the form's list of problem types. */
export interface ProblemType {
  id: string;
  /** Defaults to the id. */
  code?: string | null;
  /** Section that must be rated first. */
  category?: string | null;
}

/** What the rules read of a row. Its other answers come from the definition. */
export interface ProblemRow extends RecordData {
  id?: string;
  [PROBLEM_TYPE]?: string;
  [PROBLEM_STATUS]?: string;
}

/** Returns the rows of the form's problems field; empty if the form has none. */
export function problemRows(form: CompiledForm, data: RecordData): ProblemRow[] {
  const field = form.definition.problems?.field;
  const rows = field ? data[field] : undefined;
  return Array.isArray(rows) ? rows.filter((row): row is ProblemRow => typeof row === 'object' && row !== null) : [];
}

/** Sets ongoing problems that somebody advocated to `advocated`. Returns the same object if there are none. */
export function markAdvocatedProblems(form: CompiledForm, data: RecordData): RecordData {
  const field = form.definition.problems?.field;
  const isAdvocated = (row: ProblemRow) => row[PROBLEM_STATUS] === 'ongoing' && problemStatusOf(row) === 'advocated';
  if (!field || !problemRows(form, data).some(isAdvocated)) return data;
  const rows = (data[field] as (ProblemRow | null)[]).map((row) =>
    row && isAdvocated(row) ? { ...row, [PROBLEM_STATUS]: 'advocated' } : row,
  );
  return { ...data, [field]: rows };
}

/** Returns true if a rating or flaggable question of the section is answered, or if the section has none. */
export function categoryIsRated(form: CompiledForm, category: string, data: RecordData): boolean {
  const section = form.sections.find((one) => one.id === category);
  const rated = section?.fields.filter((node) => isRatingQuestion(node) || node.problemWhen) ?? [];
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
  const codeOf = (row: ProblemRow): string => typeById.get(row[PROBLEM_TYPE] ?? '')?.code ?? row[PROBLEM_TYPE] ?? '';
  for (const name of flagged) {
    const node = form.fields.get(name);
    // A row of this type without details has its own error on the details.
    if (node?.problemType && !rows.some((row) => codeOf(row) === node.problemType))
      addError(errors, node.pointer, 'problem_details', { type: node.problemType });
  }
  rows.forEach((row, index) => {
    const pointer = `/${field}/${index}/${PROBLEM_TYPE}`;
    if (types && row[PROBLEM_TYPE] && !typeById.has(row.problem_type_id)) addError(errors, pointer, 'choice');
    const category = typeById.get(row[PROBLEM_TYPE] ?? '')?.category;
    if (category && !categoryIsRated(form, category, data) && !isCarriedOver(row, known)) {
      const section = form.sections.find((one) => one.id === category);
      addError(errors, pointer, 'problem_category_first', { category: section?.def.title ?? category });
    }
  });
}
