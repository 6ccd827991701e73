/** Input and display of every field type. Written by npm run generate from the folders of this folder. Do not edit. */
import { widget as acknowledge } from './acknowledge/index.ts';
import { widget as audio } from './audio/index.ts';
import { widget as barcode } from './barcode/index.ts';
import { widget as choice } from './choice/index.ts';
import { widget as code } from './code/index.ts';
import { widget as counts } from './counts/index.ts';
import { widget as date } from './date/index.ts';
import { widget as datetime } from './datetime/index.ts';
import { widget as decimal } from './decimal/index.ts';
import { widget as derived } from './derived/index.ts';
import { widget as email } from './email/index.ts';
import { widget as file } from './file/index.ts';
import { widget as geopoint } from './geopoint/index.ts';
import { widget as geoshape } from './geoshape/index.ts';
import { widget as geotrace } from './geotrace/index.ts';
import { widget as hidden } from './hidden/index.ts';
import { widget as image } from './image/index.ts';
import { widget as integer } from './integer/index.ts';
import { widget as longtext } from './longtext/index.ts';
import { widget as matrix } from './matrix/index.ts';
import { widget as money } from './money/index.ts';
import { widget as multi } from './multi/index.ts';
import { widget as note } from './note/index.ts';
import { widget as person } from './person/index.ts';
import { widget as phone } from './phone/index.ts';
import { widget as place } from './place/index.ts';
import { widget as problems } from './problems/index.ts';
import { widget as range } from './range/index.ts';
import { widget as rank } from './rank/index.ts';
import { widget as rating } from './rating/index.ts';
import { widget as record } from './record/index.ts';
import { widget as scale } from './scale/index.ts';
import { widget as signature } from './signature/index.ts';
import { widget as table } from './table/index.ts';
import { widget as text } from './text/index.ts';
import { widget as time } from './time/index.ts';
import type { WidgetRegistry } from './types.ts';
import { widget as url } from './url/index.ts';
import { widget as video } from './video/index.ts';
import { widget as year } from './year/index.ts';
import { widget as yesNoDontknow } from './yes-no-dontknow/index.ts';
import { widget as yesno } from './yesno/index.ts';

export const registry: WidgetRegistry = {
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
