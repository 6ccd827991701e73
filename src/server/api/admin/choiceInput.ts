/** What a person sends about an entry of a master table, checked: names in three languages, other names, days. */
import { addError, Failure, type RecordErrors } from '../../../core/errors/failure.ts';
import { fold } from '../../../core/text/fold.ts';
import type { ChoiceInput } from '../../reference/choiceEdits.ts';
import type { Choice } from '../../reference/choices.ts';

export const ITEM_ID = /^[A-Za-z0-9_.-]{1,64}$/;
const LONGEST = 250;
const MOST_ALIASES = 50;
const NAMES = ['name_en', 'name_fa', 'name_ps'] as const;

export function inputOf(item: Choice): ChoiceInput {
  const { name_en, name_fa, name_ps, aliases, category, valid_from, valid_to } = item;
  return { name_en, name_fa, name_ps, aliases, category, valid_from, valid_to };
}

/** Names must be there; everything else that is not sent stays. A name that another entry has is refused. */
export function readChoice(
  body: Record<string, unknown>,
  before: Choice | undefined,
  others: readonly Choice[],
): ChoiceInput {
  const errors: RecordErrors = {};
  const input: ChoiceInput = before
    ? inputOf(before)
    : { name_en: '', name_fa: '', name_ps: '', aliases: [], category: null, valid_from: null, valid_to: null };
  const taken = new Map(
    others
      .filter((one) => one.id !== before?.id && one.merged_into === null)
      .flatMap((one) => NAMES.map((key) => [`${key} ${fold(one[key])}`, one])),
  );
  for (const key of NAMES) {
    const value = body[key];
    if (typeof value !== 'string' || value.trim() === '') addError(errors, `/${key}`, 'required');
    else if (value.length > LONGEST || value.includes('\0'))
      addError(errors, `/${key}`, 'max_length', { limit: LONGEST });
    else {
      input[key] = value.trim();
      if (input[key] !== before?.[key] && taken.has(`${key} ${fold(value)}`)) addError(errors, `/${key}`, 'unique');
    }
  }
  for (const key of ['valid_from', 'valid_to'] as const) {
    const value = body[key];
    if (value === undefined) continue;
    if (value === null || value === '') input[key] = null;
    else if (isDay(value)) input[key] = value;
    else addError(errors, `/${key}`, 'date');
  }
  if (input.valid_from && input.valid_to && input.valid_to < input.valid_from) addError(errors, '/valid_to', 'date');
  if (body.aliases !== undefined) {
    const given = typeof body.aliases === 'string' ? [body.aliases] : body.aliases;
    if (!Array.isArray(given) || !given.every((name) => typeof name === 'string' && name.length <= LONGEST))
      addError(errors, '/aliases', 'type');
    else if (given.length > MOST_ALIASES) addError(errors, '/aliases', 'too_many', { limit: MOST_ALIASES });
    else input.aliases = [...new Set((given as string[]).map((name) => name.trim()).filter((name) => name !== ''))];
  }
  if (typeof body.category === 'string' && ITEM_ID.test(body.category)) input.category = body.category;
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return input;
}

function isDay(value: unknown): value is string {
  return (
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`))
  );
}
