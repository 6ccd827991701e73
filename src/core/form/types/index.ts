/** Every field type. Written by npm run generate from the files of this folder. Do not edit. */
import type { FieldTypeName } from '../../definitions/types.ts';
import { choice } from './choice.ts';
import { code } from './code.ts';
import { counts } from './counts.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { decimal } from './decimal.ts';
import { derived } from './derived.ts';
import { email } from './email.ts';
import type { FieldType } from './fieldType.ts';
import { file } from './file.ts';
import { geopoint } from './geopoint.ts';
import { hidden } from './hidden.ts';
import { image } from './image.ts';
import { integer } from './integer.ts';
import { longtext } from './longtext.ts';
import { matrix } from './matrix.ts';
import { money } from './money.ts';
import { multi } from './multi.ts';
import { note } from './note.ts';
import { person } from './person.ts';
import { phone } from './phone.ts';
import { place } from './place.ts';
import { problems } from './problems.ts';
import { rating } from './rating.ts';
import { record } from './record.ts';
import { scale } from './scale.ts';
import { table } from './table.ts';
import { text } from './text.ts';
import { time } from './time.ts';
import { url } from './url.ts';
import { year } from './year.ts';
import { yesNoDontknow } from './yes-no-dontknow.ts';
import { yesno } from './yesno.ts';

export const FIELD_TYPES: Readonly<Record<FieldTypeName, FieldType>> = {
  choice,
  code,
  counts,
  date,
  datetime,
  decimal,
  derived,
  email,
  file,
  geopoint,
  hidden,
  image,
  integer,
  longtext,
  matrix,
  money,
  multi,
  note,
  person,
  phone,
  place,
  problems,
  rating,
  record,
  scale,
  table,
  text,
  time,
  url,
  year,
  'yes-no-dontknow': yesNoDontknow,
  yesno,
};
