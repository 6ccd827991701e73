/** Every field type. Written by npm run generate from the files of this folder. Do not edit. */
import type { FieldTypeName } from '../../definitions/types.ts';
import { date } from './days/date.ts';
import { datetime } from './days/datetime.ts';
import { time } from './days/time.ts';
import type { FieldType } from './fieldType.ts';
import { counts } from './figures/counts.ts';
import { decimal } from './figures/decimal.ts';
import { integer } from './figures/integer.ts';
import { money } from './figures/money.ts';
import { range } from './figures/range.ts';
import { scale } from './figures/scale.ts';
import { year } from './figures/year.ts';
import { audio } from './files/audio.ts';
import { file } from './files/file.ts';
import { image } from './files/image.ts';
import { signature } from './files/signature.ts';
import { video } from './files/video.ts';
import { acknowledge } from './options/acknowledge.ts';
import { choice } from './options/choice.ts';
import { matrix } from './options/matrix.ts';
import { multi } from './options/multi.ts';
import { rank } from './options/rank.ts';
import { rating } from './options/rating.ts';
import { yesNoDontknow } from './options/yes-no-dontknow.ts';
import { yesno } from './options/yesno.ts';
import { geopoint } from './places/geopoint.ts';
import { geoshape } from './places/geoshape.ts';
import { geotrace } from './places/geotrace.ts';
import { place } from './places/place.ts';
import { person } from './references/person.ts';
import { record } from './references/record.ts';
import { problems } from './rows/problems.ts';
import { table } from './rows/table.ts';
import { barcode } from './words/barcode.ts';
import { code } from './words/code.ts';
import { email } from './words/email.ts';
import { longtext } from './words/longtext.ts';
import { phone } from './words/phone.ts';
import { text } from './words/text.ts';
import { url } from './words/url.ts';
import { derived } from './worked/derived.ts';
import { hidden } from './worked/hidden.ts';
import { note } from './worked/note.ts';

export const FIELD_TYPES: Readonly<Record<FieldTypeName, FieldType>> = {
  acknowledge,
  audio,
  barcode,
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
  geoshape,
  geotrace,
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
  range,
  rank,
  rating,
  record,
  scale,
  signature,
  table,
  text,
  time,
  url,
  video,
  year,
  'yes-no-dontknow': yesNoDontknow,
  yesno,
};
