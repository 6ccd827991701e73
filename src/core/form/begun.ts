/**
 * Another site is chosen while a new record is filled in: what the record begins with there takes the place of what it began
 * with before. What the person answered or changed stays.
 */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { equal } from '../definitions/validatorRuntime.ts';
import { isOpenStatus, newProblem, problemStatusOf, ROLE_PROPERTIES } from '../problems/log.ts';
import { isBlank } from '../text/letters.ts';
import { problemRows } from './problemRule.ts';

export interface SiteChangeAnswers {
  /** The answers as they are. */
  mine: RecordData;
  /** What the record began with so far, and those answers once they were evaluated. */
  before: RecordData;
  opened: RecordData;
  /** What a record begins with at the other site. */
  next: RecordData;
}

/** `newId` makes the id of a problem, `day` is that of the visit. */
export function restartAtSite(
  form: CompiledForm,
  begun: SiteChangeAnswers,
  day: string,
  newId: () => string,
): RecordData {
  const { mine, before, opened, next } = begun;
  const field = form.definition.problems?.field;
  const answers = { ...mine };
  for (const name of new Set([...Object.keys(before), ...Object.keys(next)])) {
    const isUntouched = isBlank(mine[name]) ? isBlank(opened[name]) : equal(mine[name], opened[name]);
    if (name === field || !isUntouched) continue;
    if (next[name] === undefined) delete answers[name];
    else answers[name] = next[name];
  }
  if (!field) return answers;
  const brought = problemRows(form, next);
  const former = problemRows(form, opened);
  const own = problemRows(form, mine).flatMap((row) => ownRow(row, former, brought, day, newId));
  const there = new Set(own.map(({ id }) => id));
  const rows = [...brought.filter(({ id }) => !there.has(id)), ...own];
  if (rows.length > 0) answers[field] = rows;
  else delete answers[field];
  return answers;
}

/**
 * Returns a row that stays at the other site, or nothing. A problem of the former site is none of the other one: what was typed
 * into it stays as a new problem, unless it says that the former one has ended.
 */
function ownRow(
  row: RecordData,
  former: readonly RecordData[],
  brought: readonly RecordData[],
  day: string,
  newId: () => string,
): RecordData[] {
  const before = former.find(({ id }) => id === row.id);
  if (!before || brought.some(({ id }) => id === row.id)) return [row];
  if (equal(row, before) || !isOpenStatus(problemStatusOf(row))) return [];
  const { date_solved: _solved, ...typed } = row;
  const people = Object.fromEntries(Object.values(ROLE_PROPERTIES).map((role) => [role, undefined]));
  const answers = Object.entries({ ...typed, ...people, ...newProblem(day), id: newId() });
  return [Object.fromEntries(answers.filter(([, value]) => value !== undefined))];
}
