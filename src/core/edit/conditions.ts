/** A condition as rows of *question, comparison, answers*, where it can be said so. */
import type { Condition, JsonSchema } from '../definitions/types.ts';
import { isObject } from '../json.ts';

export type ConditionOperator = 'is' | 'isNot' | 'from' | 'to' | 'answered' | 'unanswered';

export interface ConditionRow {
  field: string;
  op: ConditionOperator;
  /** Codes, a number, or texts. */
  values: (string | number)[];
  /** How the definition says it. A row that nobody changes stays as it is written. */
  written?: Condition;
}

export interface ConditionRows {
  join: 'all' | 'any';
  rows: ConditionRow[];
}

/** Returns a condition as rows; undefined if it says more than rows can. */
export function readConditionRows(condition: Condition | undefined): ConditionRows | undefined {
  if (!condition) return { join: 'all', rows: [] };
  if (!isCondition(condition)) return undefined;
  const join = 'any' in condition ? 'any' : 'all';
  const parts = 'any' in condition ? condition.any : 'all' in condition ? condition.all : [condition];
  const rows = (parts as Condition[]).map(readRow);
  return rows.every((one) => one !== undefined) ? { join, rows } : undefined;
}

/** A half-written condition may say anything. */
function isCondition(value: unknown): value is Condition {
  if (!isObject(value)) return false;
  const { field, is, all, any, not } = value;
  if (typeof field === 'string') return isObject(is);
  if (Array.isArray(all ?? any)) return ((all ?? any) as unknown[]).every(isCondition);
  return not === undefined ? typeof value.expr === 'string' : isCondition(not);
}

function readRow(condition: Condition): ConditionRow | undefined {
  const isDenied = 'not' in condition;
  const inner = isDenied ? condition.not : condition;
  if (!('field' in inner)) return undefined;
  const { field, is } = inner;
  const schema = ((is as JsonSchema).contains ?? is) as JsonSchema;
  const keys = Object.keys(schema).filter((key) => key !== 'type');
  const row = (op: ConditionOperator, values: unknown[]): ConditionRow | undefined =>
    values.every((one) => typeof one === 'string' || typeof one === 'number')
      ? { field, op, values: values as ConditionRow['values'], written: condition }
      : undefined;
  if (keys.length === 1 && 'const' in schema) return row(isDenied ? 'isNot' : 'is', [schema.const]);
  if (keys.length === 1 && Array.isArray(schema.enum)) return row(isDenied ? 'isNot' : 'is', schema.enum);
  if (keys.length === 1 && schema.minimum !== undefined && !isDenied) return row('from', [schema.minimum]);
  if (keys.length === 1 && schema.maximum !== undefined && !isDenied) return row('to', [schema.maximum]);
  return isAnswer(schema) ? row(isDenied ? 'unanswered' : 'answered', []) : undefined;
}

/** A schema that allows any answer. */
function isAnswer(schema: JsonSchema): boolean {
  return Object.entries(schema).every(
    ([key, value]) => key === 'type' || (value === 1 && (key === 'minLength' || key === 'minItems')),
  );
}

/** Returns what rows say; undefined if there are none. `holds`: what the answer of a question is. */
export function writeConditionRows(
  { join, rows }: ConditionRows,
  holds: (field: string) => 'one' | 'many' | 'text',
): Condition | undefined {
  const parts = rows.map((row) => row.written ?? writeRow(row, holds(row.field)));
  const [first] = parts;
  if (!first || parts.length === 1) return first;
  return { [join]: parts } as unknown as Condition;
}

function writeRow({ field, op, values }: ConditionRow, holds: 'one' | 'many' | 'text'): Condition {
  const codes: JsonSchema = values.length === 1 ? { const: values[0] } : { enum: values };
  const chosen = { field, is: holds === 'many' ? { contains: codes } : codes };
  const any = holds === 'text' ? { type: 'string', minLength: 1 } : holds === 'many' ? { minItems: 1 } : {};
  if (op === 'is') return chosen;
  if (op === 'isNot') return { not: chosen };
  if (op === 'from') return { field, is: { minimum: values[0] } };
  if (op === 'to') return { field, is: { maximum: values[0] } };
  return op === 'answered' ? { field, is: any } : { not: { field, is: any } };
}

/** True if a condition is an expression and nothing else. */
export function isExpression(condition: Condition | undefined): condition is { expr: string } {
  return isObject(condition) && 'expr' in condition;
}
