/** Every field type's core face. A type of the meta schema without one does not compile. */
import type { FieldTypeName } from '../../definitions/types.ts';
import { file, image } from './attachment.ts';
import { choice, multi } from './choice.ts';
import { counts } from './counts.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { derived, hidden } from './derived.ts';
import type { FieldType } from './fieldType.ts';
import { geopoint } from './geopoint.ts';
import { matrix } from './matrix.ts';
import { money } from './money.ts';
import { note } from './note.ts';
import { decimal, integer, year } from './number.ts';
import { place } from './place.ts';
import { person, record } from './reference.ts';
import { problems, table } from './rows.ts';
import { rating, yesNoDontKnow, yesno } from './scale.ts';
import { code, email, longtext, phone, text, url } from './words.ts';

export type { ColumnShape, FieldType, Ref, Refs, TextContext } from './fieldType.ts';

export const FIELD_TYPES: Readonly<Record<FieldTypeName, FieldType>> = {
  text,
  longtext,
  integer,
  decimal,
  money,
  date,
  datetime,
  year,
  yesno,
  'yes-no-dontknow': yesNoDontKnow,
  choice,
  multi,
  rating,
  matrix,
  counts,
  place,
  geopoint,
  person,
  record,
  file,
  image,
  table,
  problems,
  phone,
  email,
  url,
  code,
  note,
  derived,
  hidden,
};
