/** What a person sends about a place, checked: names in three languages, spellings, P-code, a point within the country. */
import type { Constants } from '../../../core/definitions/types.ts';
import { addError, Failure, type RecordErrors } from '../../../core/errors/failure.ts';
import { toLatinDigits } from '../../../core/text/digits.ts';
import { fold } from '../../../core/text/fold.ts';
import type { PlaceInput } from '../../reference/placeEdits.ts';
import type { Place } from '../../reference/places.ts';

const LONGEST = 120;
const MOST_ALIASES = 50;
const PCODE = /^[A-Za-z0-9-]{2,20}$/;
const NAMES = ['name_en', 'name_fa', 'name_ps'] as const;

interface Around {
  before: Place | undefined;
  /** Places of the same level in the same place above. */
  siblings: readonly Place[];
  places: ReadonlyMap<string, Place>;
  constants: Constants;
}

/** Throws `validation_failed` with each field's error; what is not sent stays as it was. */
export function readPlace(body: Record<string, unknown>, { before, siblings, places, constants }: Around): PlaceInput {
  const errors: RecordErrors = {};
  const { name_en, name_fa, name_ps, aliases, pcode, latitude, longitude } = before ?? EMPTY;
  const input: PlaceInput = { name_en, name_fa, name_ps, aliases, pcode, latitude, longitude };
  const others = siblings.filter((one) => one.id !== before?.id && !one.merged_into);
  for (const key of NAMES) {
    const value = body[key] ?? input[key];
    if (typeof value !== 'string' || value.trim() === '') addError(errors, `/${key}`, 'required');
    else if (value.length > LONGEST || value.includes('\0'))
      addError(errors, `/${key}`, 'max_length', { limit: LONGEST });
    else {
      input[key] = value.trim();
      if (input[key] !== before?.[key] && others.some((one) => fold(one[key]) === fold(value)))
        addError(errors, `/${key}`, 'unique');
    }
  }
  if (body.aliases !== undefined) {
    const given = body.aliases;
    if (!Array.isArray(given) || !given.every((name) => typeof name === 'string' && name.length <= LONGEST))
      addError(errors, '/aliases', 'type');
    else if (given.length > MOST_ALIASES) addError(errors, '/aliases', 'too_many', { limit: MOST_ALIASES });
    else input.aliases = [...new Set((given as string[]).map((name) => name.trim()).filter((name) => name !== ''))];
  }
  if (body.pcode !== undefined) {
    const code = typeof body.pcode === 'string' ? toLatinDigits(body.pcode).trim().toUpperCase() : body.pcode;
    if (code === null || code === '') input.pcode = null;
    else if (typeof code !== 'string' || !PCODE.test(code)) addError(errors, '/pcode', 'code_pattern');
    else if ([...places.values()].some((one) => one.id !== before?.id && one.pcode === code))
      addError(errors, '/pcode', 'unique');
    else input.pcode = code;
  }
  for (const key of ['latitude', 'longitude'] as const) {
    const given = body[key];
    if (given === undefined) continue;
    const { minimum, maximum } = constants[key];
    const value = given === null || given === '' ? null : Number(toLatinDigits(String(given)).replace('٫', '.'));
    if (value !== null && !(value >= minimum && value <= maximum))
      addError(errors, `/${key}`, `${key}_bound`, { minimum, maximum });
    else input[key] = value;
  }
  if ((input.latitude === null) !== (input.longitude === null))
    addError(errors, input.latitude === null ? '/latitude' : '/longitude', 'required');
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return input;
}

const EMPTY = {
  name_en: '',
  name_fa: '',
  name_ps: '',
  aliases: [] as string[],
  pcode: null,
  latitude: null,
  longitude: null,
};
