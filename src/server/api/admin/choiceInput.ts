/** Checks what a user sends about an item of a choice list: names in three languages, other names, dates. */

import type { ChoiceList } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { addError } from '../../../core/errors/recordErrors.ts';
import type { ChoiceBody } from '../../../core/generated/api.ts';
import { foldText } from '../../../core/text/letters.ts';
import type { PartialBody } from '../../http/bodies.ts';
import type { StoredChoice } from '../../reference/choices.ts';
import { NAME_COLUMNS } from '../../reference/merged.ts';
import type { ChoiceInput } from '../../reference/referenceEdits.ts';
import { readItemAttributes, readParentItem } from './choiceAttributes.ts';
import { readAliases, readItemNames } from './namesInput.ts';

export const ITEM_ID_PATTERN = /^[A-Za-z0-9_.-]{1,64}$/;

export function toChoiceInput(item: StoredChoice): ChoiceInput {
  const { name_en, name_fa, name_ps, aliases, category, parent, extra, valid_from, valid_to } = item;
  return { name_en, name_fa, name_ps, aliases, category, parent, extra, valid_from, valid_to };
}

const EMPTY: ChoiceInput = {
  name_en: '',
  name_fa: '',
  name_ps: '',
  aliases: [],
  category: null,
  parent: null,
  extra: {},
  valid_from: null,
  valid_to: null,
};

/** What an item is checked against. */
export interface ChoiceItemContext {
  /** All items of its list. */
  others: readonly StoredChoice[];
  /** Items of the list that the parents stand in. Undefined if the list has no parents. */
  parents: readonly StoredChoice[] | undefined;
  attributes: ChoiceList['attributes'];
}

/** Names are required. Other properties that are not sent stay unchanged. A name of another item is refused. */
export function readChoice(
  { body, errors }: PartialBody<ChoiceBody>,
  before: StoredChoice | undefined,
  { others, parents, attributes }: ChoiceItemContext,
): ChoiceInput {
  const input: ChoiceInput = before ? toChoiceInput(before) : { ...EMPTY };
  const taken = new Set(
    others
      .filter((one) => one.id !== before?.id && one.merged_into === null)
      .flatMap((one) => NAME_COLUMNS.map((key) => `${key} ${foldText(one[key])}`)),
  );
  const isTaken = (key: string, name: string) => taken.has(`${key} ${foldText(name)}`);
  readItemNames(body, input, { before, isTaken }, errors);
  for (const key of ['valid_from', 'valid_to'] as const) {
    const value = body[key];
    if (value === undefined) continue;
    if (value === null || value === '') input[key] = null;
    else if (isDay(value)) input[key] = value;
    else addError(errors, `/${key}`, 'date');
  }
  if (input.valid_from && input.valid_to && input.valid_to < input.valid_from) addError(errors, '/valid_to', 'date');
  readAliases(typeof body.aliases === 'string' ? [body.aliases] : body.aliases, input);
  readParentItem(body.parent, before, parents, input, errors);
  readItemAttributes(body, attributes, input, errors);
  if (body.category && ITEM_ID_PATTERN.test(body.category)) input.category = body.category;
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return input;
}

function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`));
}
