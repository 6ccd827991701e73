/** Checks what a user sends about a place: names in three languages, spellings, P-code, a point within the country. */

import { Failure } from '../../../core/errors/failure.ts';
import { addError } from '../../../core/errors/recordErrors.ts';
import type { PlaceBody } from '../../../core/generated/api.ts';
import { foldText, toLatinDigits } from '../../../core/text/letters.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import type { PartialBody } from '../../http/bodies.ts';
import { NAME_COLUMNS } from '../../reference/merged.ts';
import type { Place } from '../../reference/places.ts';
import type { PlaceInput } from '../../reference/referenceEdits.ts';
import { readAliases, readItemNames } from './namesInput.ts';

const PCODE = /^[A-Za-z0-9-]{2,20}$/;

interface Around {
  before: Place | undefined;
  /** Places of the same level with the same parent. */
  siblings: readonly Place[];
  registry: Pick<FormRegistry, 'places' | 'common'>;
}

/** Throws `validation_failed` with the error of each field. What is not sent stays unchanged. */
export function readPlace(
  { body, errors }: PartialBody<PlaceBody>,
  { before, siblings, registry }: Around,
): PlaceInput {
  const { name_en, name_fa, name_ps, aliases, pcode, latitude, longitude } = before ?? EMPTY;
  const input: PlaceInput = { name_en, name_fa, name_ps, aliases, pcode, latitude, longitude };
  const others = siblings.filter((one) => one.id !== before?.id && !one.merged_into);
  const isTaken = (key: (typeof NAME_COLUMNS)[number], name: string) =>
    others.some((one) => foldText(one[key]) === foldText(name));
  for (const key of NAME_COLUMNS)
    if (!before && body[key] === undefined && !errors[`/${key}`]) addError(errors, `/${key}`, 'required');
  readItemNames(body, input, { before, isTaken }, errors);
  readAliases(body.aliases, input);
  if (body.pcode !== undefined) {
    const code = body.pcode && toLatinDigits(body.pcode).trim().toUpperCase();
    if (!code) input.pcode = null;
    else if (!PCODE.test(code)) addError(errors, '/pcode', 'code_pattern');
    else if ([...registry.places().values()].some((one) => one.id !== before?.id && one.pcode === code))
      addError(errors, '/pcode', 'unique');
    else input.pcode = code;
  }
  for (const key of ['latitude', 'longitude'] as const) {
    const given = body[key];
    if (given === undefined) continue;
    const { minimum, maximum } = registry.common().constants[key];
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
