/**
 * Evaluates the answers of a form. It is the same in the open form, when saving, on the server, in imports and in seeds.
 * Conditions and defaults may read who fills in the form, as `user`.
 */
import type { CompiledForm, RecordData, ValidatorModule } from '../definitions/types.ts';
import { addError, type RecordErrors } from '../errors/recordErrors.ts';
import { Budget, withinBudget } from '../expressions/budget.ts';
import type { EvaluationContext, Situation } from '../expressions/types.ts';
import type { Grant } from '../records/types.ts';
import { findRecordErrors, type RecordCheckContext } from './check.ts';
import { normalizeAnswers } from './conditions.ts';
import type { DeriveContext } from './derive.ts';
import { offeredOptions } from './offered.ts';
import { constraintWarnings } from './rows.ts';

export interface EvaluateOptions extends RecordCheckContext, DeriveContext {
  /** Work that the rules of this record may still take. Without it, all that one record may take. */
  budget?: Budget;
}

export interface Evaluation {
  /** The record to store: without hidden and empty answers, with every derived value. */
  readonly data: RecordData;
  /** What an open form holds: the given answers, also hidden ones and unfinished rows, with the derived values of `data`. */
  readonly answers: RecordData;
  /** Names of the fields that are not shown for these answers. */
  readonly hidden: ReadonlySet<string>;
  /** Names of the fields that must be answered. */
  readonly required: ReadonlySet<string>;
  /** Names of the fields whose answer requires a problem. */
  readonly flagged: ReadonlySet<string>;
  /** Values of the options that are offered, for fields with a filter. */
  readonly offered: ReadonlyMap<string, readonly string[]>;
  /** Ids of the constraints that are not met and need a reason, by the field that shows the message. */
  readonly warnings: ReadonlyMap<string, readonly string[]>;
  /** By JSON Pointer in `data`. Empty if the record may be saved. */
  readonly errors: RecordErrors;
  /** True if the rules take too much work for these answers. What they did not reach is unanswered; a root error says so. */
  readonly isTooMuch: boolean;
  /** Returns the pointer in `answers` of what has this pointer in `data`, where empty rows are left out. */
  inAnswers(pointer: string): string;
  /** Returns how many rows of its table are stored before the row with this pointer in `answers`. */
  storedBefore(pointer: string): number;
}

/** Evaluates each condition of the form at most once. */
export function evaluateRecord(
  form: CompiledForm,
  validator: ValidatorModule,
  given: RecordData,
  context: EvaluateOptions,
): Evaluation {
  const budget = context.budget ?? new Budget();
  return withinBudget(budget, () => evaluateWithin(budget, form, validator, given, context));
}

function evaluateWithin(
  budget: Budget,
  form: CompiledForm,
  validator: ValidatorModule,
  given: RecordData,
  context: EvaluateOptions,
): Evaluation {
  const moment = momentOf(form, given, context);
  const { data, answers, tables, hidden, holds } = normalizeAnswers(form, validator, given, moment);
  const required = new Set<string>();
  const flagged = new Set<string>();
  for (const { name, required: always, requiredWhen, problemWhen } of form.fields.values()) {
    if (hidden.has(name)) continue;
    if (always || (requiredWhen && holds(requiredWhen, false))) required.add(name);
    if (problemWhen && holds(problemWhen, false)) flagged.add(name);
  }
  const offered = offeredOptions(form.fields.values(), data, moment, validator);
  let errors: RecordErrors | undefined;
  return {
    data,
    answers,
    hidden,
    required,
    flagged,
    offered,
    warnings: constraintWarnings(form.fields.values(), hidden, data, moment, validator),
    // Errors are found at the first access, because a keystroke does not need them.
    get errors() {
      errors ??= withinBudget(budget, () =>
        findRecordErrors(form, validator, data, { ...context, moment, flagged, hidden, holds }),
      );
      if (budget.isSpent) addError(errors, '', 'too_much_work');
      return errors;
    },
    get isTooMuch() {
      return budget.isSpent;
    },
    inAnswers: (pointer) => tables.inOpenForm(pointer),
    storedBefore: (pointer) => tables.storedBefore(pointer),
  };
}

/** Adds the province of the record, which its own answer decides before that of its parent. */
function momentOf(
  { definition, fields }: CompiledForm,
  given: RecordData,
  moment: EvaluationContext,
): EvaluationContext {
  const { today, latest, user, record } = moment;
  const own = given[fields.get(definition.place ?? '')?.parts.province ?? ''];
  const here = typeof own === 'string' && own !== '' ? { ...record, province: own } : record;
  return { today, ...(latest && { latest }), ...(user && { user }), ...(here && { record: here }) };
}

interface Person {
  name: string;
  grants: readonly Grant[];
  /** Record of the person that the account speaks for. */
  person_id?: string | null;
}

/** Roles and provinces are those that the person has in the programme. */
export function toExpressionUser(
  { name, grants, person_id }: Person,
  programme: string | undefined,
): NonNullable<Situation['user']> {
  const here = grants.filter((grant) => grant.programme === null || grant.programme === programme);
  const provinces = new Set(here.flatMap(({ province_id }) => province_id ?? []));
  return {
    name,
    roles: [...new Set(here.map(({ role }) => role))],
    provinces: [...provinces],
    ...(person_id && { person: person_id }),
  };
}
