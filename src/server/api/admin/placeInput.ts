/** Checks what a user sends about a place: names in three languages, spellings, P-code, a point within the country. */
import type { Constants } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { addError, type RecordErrors } from '../../../core/errors/recordErrors.ts';
import { toLatinDigits } from '../../../core/text/digits.ts';
import { fold } from '../../../core/text/fold.ts';
import { NAMES } from '../../reference/merged.ts';
import type { Place } from '../../reference/places.ts';
import type { PlaceInput } from '../../reference/referenceEdits.ts';
import { readAliases, readNames } from './namesInput.ts';

const LONGEST = 120;
const PCODE = /^[A-Za-z0-9-]{2,20}$/;

interface Around {
  before: Place | undefined;
  /** Places of the same level with the same parent. */
  siblings: readonly Place[];
  places: ReadonlyMap<string, Place>;
  constants: Constants;
}

/** Throws `validation_failed` with the error of each field. What is not sent stays unchanged. */
export function readPlace(body: Record<string, unknown>, { before, siblings, places, constants }: Around): PlaceInput {
  const errors: RecordErrors = {};
  const { name_en, name_fa, name_ps, aliases, pcode, latitude, longitude } = before ?? EMPTY;
  const input: PlaceInput = { name_en, name_fa, name_ps, aliases, pcode, latitude, longitude };
  const others = siblings.filter((one) => one.id !== before?.id && !one.merged_into);
  const isTaken = (key: (typeof NAMES)[number], name: string) => others.some((one) => fold(one[key]) === fold(name));
  const sent = Object.fromEntries(NAMES.map((key) => [key, body[key] ?? input[key]]));
  readNames(sent, input, { longest: LONGEST, before, isTaken }, errors);
  readAliases(body.aliases, input, LONGEST, errors);
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
    const value =
      given === null || given === ''
        ? null
        : typeof given === 'object'
          ? Number.NaN
          : Number(toLatinDigits(String(given)));
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
