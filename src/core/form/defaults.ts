/** Initial answers of a new record that are worked out: they follow what they read until somebody changes them. */
import type { CompiledForm, FieldNode, RecordData, ValidatorModule } from '../definitions/types.ts';
import { equal } from '../definitions/validatorRuntime.ts';
import { keysRead, type Moment } from '../expressions/types.ts';
import { isBlank } from '../records/blank.ts';
import { CopyOnWrite } from './copyOnWrite.ts';
import { tidy } from './derive.ts';
import type { Evaluation } from './evaluate.ts';
import { FIELD_TYPES } from './types/index.ts';

/** What defaults read besides: answers of the parent, and of the last record of this form below it. */
export interface Known {
  parent?: RecordData;
  last?: RecordData;
}

type Answers = Pick<Evaluation, 'answers' | 'data'>;
type Rules = Pick<ValidatorModule, 'programs'>;

/** Returns the names of the answers that the form's defaults read of the parent or of the last record. */
export function knownNames({ definition }: CompiledForm, of: keyof Known): string[] {
  return [
    ...new Set(Object.values(definition.fields).flatMap(({ default: expr }) => (expr ? keysRead(expr, of) : []))),
  ];
}

/** Returns true if nobody changes the answer: it is not shown, or shown only to be read. */
export function isSetOnce({ type, def }: FieldNode): boolean {
  return def.default !== undefined && (FIELD_TYPES[type].isHidden === true || def['ui:readonly'] === true);
}

/**
 * Returns the answers with their defaults. An answer follows while it is what the default was `before`; without `before`,
 * empty ones are filled. Returns the same object if nothing changed.
 */
export function followDefaults(
  { programs }: Rules,
  now: Answers,
  moment: Moment & Known,
  before?: Answers,
): RecordData {
  const answers = new CopyOnWrite(now.answers);
  const data = new CopyOnWrite(now.data);
  for (const [name, { run }] of programs?.defaults ?? []) {
    const value = answerFrom(run(data.data, moment));
    const was = before && answerFrom(run(before.data, moment));
    const answer = answers.data[name];
    const isUntouched = isBlank(answer) ? was === undefined : before !== undefined && equal(answer, was);
    if (!isUntouched || equal(value, was)) continue;
    answers.put(name, value);
    data.put(name, value);
  }
  return answers.data;
}

/** Fills the empty answers that nobody is asked for, for callers that do not work out defaults. */
export function withSetOnce(
  form: CompiledForm,
  { programs }: Rules,
  data: RecordData,
  moment: Moment & Known,
): RecordData {
  const answers = new CopyOnWrite(data);
  for (const [name, { run }] of programs?.defaults ?? []) {
    const node = form.fields.get(name);
    if (node && isSetOnce(node) && isBlank(answers.data[name]))
      answers.put(name, answerFrom(run(answers.data, moment)));
  }
  return answers.data;
}

function answerFrom(result: unknown): unknown {
  if (isBlank(result)) return undefined;
  return typeof result === 'number' ? tidy(result) : result;
}
