/** An area on the map, such as a field or a yard. */

import { type Polygon, polygonArea } from '../../../geometry/shape.ts';
import type { FieldType } from '../fieldType.ts';
import { areaText } from './measures.ts';
import { shapeTypeBase } from './shape.ts';

export const geoshape: FieldType = {
  icon: 'map',
  group: 'places',
  ...shapeTypeBase<Polygon>('Polygon', (area, context) => areaText(polygonArea(area), context)),
};
