/** Checks what a user sends about an item of a choice list that filters read: its parent and the attributes of the list. */

import type { ChoiceList } from '../../../core/definitions/types.ts';
import { addError, type RecordErrors } from '../../../core/errors/recordErrors.ts';
import { getOwn } from '../../../core/json.ts';
import { cleanText, toLatinDigits } from '../../../core/text/letters.ts';
import type { StoredChoice } from '../../reference/choices.ts';
import type { ChoiceInput } from '../../reference/referenceEdits.ts';

const LONGEST = 250;
const NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/;

/** Copies the parent into `input`, if it is sent. `parents` are the items of its list; undefined if the list has no parents. */
export function readParentItem(
  sent: unknown,
  before: StoredChoice | undefined,
  parents: readonly StoredChoice[] | undefined,
  input: ChoiceInput,
  errors: RecordErrors,
): void {
  if (sent === undefined) return;
  const given = sent === '' ? null : sent;
  if (given !== null && given !== before?.parent && !isParent(given, before, parents ?? []))
    addError(errors, '/parent', 'choice');
  else input.parent = given as string | null;
}

/** Returns false if the item would be below itself. */
function isParent(id: unknown, below: StoredChoice | undefined, parents: readonly StoredChoice[]): boolean {
  const byId = new Map(parents.map((one) => [one.id, one]));
  const chosen = byId.get(id as string);
  if (!chosen || chosen.merged_into !== null) return false;
  const passed = new Set<StoredChoice>();
  for (let at: StoredChoice | undefined = chosen; at && !passed.has(at); at = byId.get(at.parent ?? '')) {
    if (at.list === below?.list && at.id === below.id) return false;
    passed.add(at);
  }
  return true;
}

/** Copies the attributes that are sent into `input`. An empty one is removed. */
export function readItemAttributes(
  body: Record<string, unknown>,
  attributes: ChoiceList['attributes'],
  input: ChoiceInput,
  errors: RecordErrors,
): void {
  const extra = { ...input.extra };
  for (const [name, { type }] of Object.entries(attributes ?? {})) {
    const sent = getOwn(body, name);
    if (sent === undefined) continue;
    const value = valueIn(sent, type);
    if (value === undefined) addError(errors, `/${name}`, type === 'number' ? 'decimal' : 'type');
    else if (typeof value === 'string' && value.length > LONGEST)
      addError(errors, `/${name}`, 'max_length', { limit: LONGEST });
    else if (value === null) delete extra[name];
    else extra[name] = value;
  }
  input.extra = extra;
}

/** Returns null for an empty value, undefined for one of another type. Numbers may be typed in the digits of any language. */
function valueIn(sent: unknown, type: 'string' | 'number' | 'boolean'): string | number | boolean | null | undefined {
  const value = typeof sent === 'string' ? cleanText(sent) : sent;
  if (value === null || value === '') return null;
  if (type === 'number' && typeof value === 'string') {
    const typed = toLatinDigits(value);
    return NUMBER.test(typed) ? Number(typed) : undefined;
  }
  const fits = type === 'number' ? Number.isFinite(value) : typeof value === type;
  return fits ? (value as string | number | boolean) : undefined;
}
