/** What can be done with a question, by what its type says of itself. */
import type { Constants, Field, FieldTypeName } from '../definitions/types.ts';
import type { Option } from '../form/types/fieldType.ts';
import { FIELD_TYPES } from '../form/types/index.ts';

type Typed = Pick<Field, 'type'>;

/** True if a type stores nothing, such as a text between questions. */
export function storesNothing({ type }: Typed): boolean {
  const { parts } = FIELD_TYPES[type];
  return typeof parts === 'object' && Object.keys(parts).length === 0;
}

/** True if people give the answer. */
export function isAnswered(field: Field): boolean {
  return !storesNothing(field) && !FIELD_TYPES[field.type].isHidden && !field.derived;
}

/** True if the answer is one value with this part, such as a day. */
export function storesOnly({ type }: Typed, part: string): boolean {
  const { parts } = FIELD_TYPES[type];
  return typeof parts === 'object' && parts.value === part && Object.keys(parts).length === 1;
}

/** True if the question may have options of its own. */
export function takesOptions({ type }: Typed): boolean {
  const { offers = [], needs = [], options } = FIELD_TYPES[type];
  return offers.includes('options') || (options !== undefined && needs.includes('rows'));
}

/** Returns the options of a question: its own, or those that all forms share. */
export function currentOptions(field: Field, constants: Constants): readonly Option[] {
  return field.options ?? FIELD_TYPES[field.type].options?.(constants, 'value') ?? [];
}

/** True if a question of this type may be a column of a table. */
export function fitsTable(type: FieldTypeName): boolean {
  return !FIELD_TYPES[type].repeats;
}
