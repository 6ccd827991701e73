/** Initial answers of a new record that are worked out: they follow what they read until somebody changes them. */
import type { CompiledForm, Field, FieldNode, RecordData } from '../definitions/types.ts';
import { equal } from '../definitions/validatorRuntime.ts';
import { onBudget } from '../expressions/budget.ts';
import { type EvaluationContext, keysRead, lastPathName, tablePathOf } from '../expressions/types.ts';
import { isObject } from '../json.ts';
import { isBlank } from '../text/letters.ts';
import { roundFloat } from './derive.ts';
import type { Evaluation } from './evaluate.ts';
import { CopyOnWriteAnswers } from './normalize.ts';
import { type CompiledRules, evaluateRow, rowNumbersOf } from './rows.ts';
import { isRatingQuestion, isReadOnlyQuestion } from './types/question.ts';

/** What defaults read besides: answers of the parent, and of the last record of this form below it. */
export interface DefaultSources {
  parent?: RecordData;
  last?: RecordData;
}

/** A record or a row: what the open form holds, and what expressions read. */
type Level = Pick<Evaluation, 'answers' | 'data'>;

/** Returns the names of the answers that the form's defaults and offers read of the parent or of the last record. */
export function defaultSourceNames(form: CompiledForm, of: keyof DefaultSources): string[] {
  const { definition } = form;
  const read = (fields: Record<string, Field>): string[] =>
    Object.values(fields).flatMap(({ default: expr, columns = {} }) => [
      ...(expr ? keysRead(expr, of) : []),
      ...read(columns),
    ]);
  return [...new Set([...read(definition.fields), ...(of === 'last' ? offeredOfLast(form) : [])])];
}

/** Returns true if the question shows what the last record of the form at the same place says: ratings, and by `ui:options.last`. */
export function showsLastAnswer(node: FieldNode): boolean {
  return isRatingQuestion(node) || (node.def['ui:options'] as { last?: boolean } | undefined)?.last === true;
}

/** Returns the names of what is offered, and of the answers that say whose it is and of which day. */
function offeredOfLast({ definition: { parent, date }, fields }: CompiledForm): string[] {
  const offered = [...fields.values()].filter(showsLastAnswer).flatMap(({ properties }) => properties);
  return parent && date && offered.length > 0 ? [...offered, parent.field, date] : [];
}

/**
 * Returns the answers with their defaults. An answer follows while it is what the default was `before`; without `before`,
 * empty ones are filled. If the record is not new, only its new rows are. Returns the same object if nothing changed.
 * `momentBefore` is what was known then of other records, if another site was chosen since.
 */
export function applyDefaults(
  form: CompiledForm,
  rules: CompiledRules,
  now: Level,
  moment: EvaluationContext & DefaultSources,
  before?: Level,
  isNew = true,
  momentBefore = moment,
): RecordData {
  return onBudget(() =>
    new Following(rules, moment, momentBefore).level([...form.fields.values()], now, before, isNew),
  );
}

class Following {
  readonly #rules: CompiledRules;
  readonly #moment: EvaluationContext & DefaultSources;
  readonly #before: EvaluationContext & DefaultSources;

  constructor(
    rules: CompiledRules,
    moment: EvaluationContext & DefaultSources,
    before: EvaluationContext & DefaultSources,
  ) {
    this.#rules = rules;
    this.#moment = moment;
    this.#before = before;
  }

  level(nodes: readonly FieldNode[], now: Level, before: Level | undefined, isNew: boolean): RecordData {
    const answers = new CopyOnWriteAnswers(now.answers);
    const data = new CopyOnWriteAnswers(now.data);
    const table = tablePathOf(nodes[0]?.path ?? '');
    for (const [path, { run }] of this.#rules.programs?.defaults ?? []) {
      if (!isNew || tablePathOf(path) !== table) continue;
      const name = lastPathName(path);
      const value = answerFrom(run(data.data, this.#moment));
      const was = before && answerFrom(run(before.data, this.#before));
      const answer = answers.data[name];
      const isUntouched = isBlank(answer) ? was === undefined : before !== undefined && equal(answer, was);
      if (!isUntouched || equal(value, was)) continue;
      answers.put(name, value);
      data.put(name, value);
    }
    for (const node of nodes) {
      const rows = answers.data[node.name];
      if (!Array.isArray(rows) || !hasDefaults(node)) continue;
      const around = { rows: before?.answers[node.name], data: before?.data ?? {} };
      const next = this.#rows(node, rows, data.data, around, isNew);
      if (next.some((row, index) => row !== rows[index])) answers.put(node.name, next);
    }
    return answers.data;
  }

  /** A row was there before as the same object, or in the same place if as many rows were there. Others are new. */
  #rows(
    table: FieldNode,
    rows: readonly unknown[],
    around: RecordData,
    before: { rows: unknown; data: RecordData },
    isNew: boolean,
  ): unknown[] {
    const earlier: readonly unknown[] = Array.isArray(before.rows) ? before.rows : [];
    const level = (row: RecordData, data: RecordData, number: number): Level => ({
      answers: row,
      data: evaluateRow(table, row, data, this.#moment, this.#rules, number).answers,
    });
    const [numbers, numbersBefore] = [rowNumbersOf(table, rows), rowNumbersOf(table, earlier)];
    const wasAt = new Map(earlier.map((row, at) => [row, at]));
    return rows.map((row, index) => {
      if (!isObject(row)) return row;
      const at = wasAt.get(row) ?? (earlier.length === rows.length ? index : -1);
      const was = earlier[at];
      const wasLevel = isObject(was) ? level(was, before.data, numbersBefore[at] as number) : undefined;
      const now = level(row, around, numbers[index] as number);
      return this.level(table.columns ?? [], now, wasLevel, isNew || !wasLevel);
    });
  }
}

function hasDefaults({ columns = [] }: FieldNode): boolean {
  return columns.some((column) => column.def.default !== undefined || hasDefaults(column));
}

/** Fills the empty answers that nobody is asked for, for callers that do not work out defaults. */
export function fillReadOnlyAnswers(
  form: CompiledForm,
  { programs }: Pick<CompiledRules, 'programs'>,
  data: RecordData,
  moment: EvaluationContext & DefaultSources,
): RecordData {
  const answers = new CopyOnWriteAnswers(data);
  for (const [name, { run }] of programs?.defaults ?? []) {
    const node = form.fields.get(name);
    if (node && isReadOnlyQuestion(node) && isBlank(answers.data[name]))
      answers.put(name, answerFrom(run(answers.data, moment)));
  }
  return answers.data;
}

function answerFrom(result: unknown): unknown {
  if (isBlank(result)) return undefined;
  return typeof result === 'number' ? roundFloat(result) : result;
}
