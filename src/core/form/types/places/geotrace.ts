/** A line on the map, such as a way or a canal. */

import { type LineString, shapeLength } from '../../../geometry/shape.ts';
import type { FieldType } from '../fieldType.ts';
import { lengthText } from './measures.ts';
import { shapeTypeBase } from './shape.ts';

export const geotrace: FieldType = {
  icon: 'road',
  group: 'places',
  ...shapeTypeBase<LineString>('LineString', (line, context) => lengthText(shapeLength(line), context)),
};
