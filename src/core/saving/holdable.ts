/** What a record of a form can hold: its contract says how many values there can be. */
import type { CompiledForm, JsonSchema, RecordData } from '../definitions/types.ts';
import { isObject, JSON_LIMITS } from '../errors/json.ts';
import { addError, type RecordErrors } from '../errors/recordErrors.ts';
import { getOwn } from '../getOwn.ts';
import { memoizeByObject } from '../memoize.ts';

/** Values that a body may have besides the answers: what reading a record adds, other spellings, mistakes worth a message. */
const BESIDES = 20_000;
/** Entries of a list whose contract does not say how many there may be. */
const MOST_ENTRIES = 5_000;
/** The same of a list in a row, when values are counted: nobody fills the longest list in each row of the longest table. */
const USUAL_ENTRIES = 20;
/** Lists up to this length are checked whole, so that all mistakes are named. */
const CHECKED_WHOLE = 1_000;

/** Returns how many values a body for the form may have. It may name each answer twice: by itself, and in a group. */
export const mostValues = memoizeByObject('values of bodies', ({ contract }: CompiledForm) =>
  Math.min(2 * valuesIn(contract) + BESIDES, JSON_LIMITS.values),
);

function valuesIn(schema: JsonSchema, isInRow = false): number {
  if (isObject(schema.properties))
    return Object.values(schema.properties).reduce<number>((sum, one) => sum + valuesIn(one as JsonSchema, isInRow), 1);
  if (!isObject(schema.items)) return 1;
  const entries = isInRow ? Math.min(entriesOf(schema), USUAL_ENTRIES) : entriesOf(schema);
  return Math.min(1 + entries * valuesIn(schema.items, true), JSON_LIMITS.values);
}

function entriesOf({ maxItems }: JsonSchema): number {
  return typeof maxItems === 'number' ? maxItems : MOST_ENTRIES;
}

/** Adds an error for each list that is much longer than its contract says, in tables too. */
export function addTooLong({ contract }: CompiledForm, data: RecordData, errors: RecordErrors): void {
  const look = (schema: JsonSchema, value: unknown, pointer: string): void => {
    if (Array.isArray(value)) {
      // Positions of a line or a ring: their type counts them, in words of its own.
      if (isObject(schema.items) && schema.items.type === 'array') return;
      const limit = entriesOf(schema);
      if (value.length > limit && value.length > CHECKED_WHOLE) addError(errors, pointer, 'too_many', { limit });
      else if (isObject(schema.items) && isObject(schema.items.properties))
        for (const [index, row] of value.entries()) look(schema.items, row, `${pointer}/${index}`);
    } else if (isObject(value) && isObject(schema.properties)) {
      for (const [name, inner] of Object.entries(value))
        if (typeof inner === 'object' && Object.hasOwn(schema.properties, name))
          look(getOwn(schema.properties, name) as JsonSchema, inner, `${pointer}/${name}`);
    }
  };
  look(contract, data, '');
}
