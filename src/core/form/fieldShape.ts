/** Whether questions of a draft have the shape of any. The check says what is wrong with them otherwise. */
import type { Field } from '../definitions/types.ts';
import { getOwn, isObject } from '../json.ts';
import { FIELD_TYPES } from './types/index.ts';

/** Tables stand in tables, but a form of a thousand of them is none. */
const DEEPEST = 8;

/** True if everything here has what a question is made of, of a type that there is. A half-written draft may say anything. */
export function areFieldDefinitions(fields: Record<string, unknown>, depth = 0): fields is Record<string, Field> {
  return depth < DEEPEST && Object.values(fields).every((field) => isField(field, depth));
}

function isField(field: unknown, depth: number): boolean {
  if (!isObject(field) || typeof field.type !== 'string' || !Object.hasOwn(FIELD_TYPES, field.type)) return false;
  const { bind, rows, columns, options, limits, derived, default: initial } = field;
  const areTexts = (values: unknown[]) => values.every((one) => typeof one === 'string');
  const have = (list: unknown, key: string) =>
    Array.isArray(list) && list.every((one) => isObject(one) && typeof getOwn(one, key) === 'string');
  return (
    (bind === undefined || (isObject(bind) && areTexts(Object.values(bind)))) &&
    (rows === undefined || have(rows, 'name')) &&
    (options === undefined || have(options, 'value')) &&
    (limits === undefined || isObject(limits)) &&
    (derived === undefined || isDerivation(derived)) &&
    (initial === undefined || typeof initial === 'string') &&
    (columns === undefined || (isObject(columns) && areFieldDefinitions(columns, depth + 1)))
  );
}

/** True if expression and names are texts. */
function isDerivation(derived: unknown): boolean {
  return (
    isObject(derived) && Object.values(derived).every((rule) => [rule].flat().every((one) => typeof one === 'string'))
  );
}
