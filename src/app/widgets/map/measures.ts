import type { TFunction } from 'i18next';
import type { TextContext } from '../../../core/form/types/fieldType.ts';
import { areaText, lengthText } from '../../../core/form/types/places/measures.ts';
import { polygonArea, type Shape, shapeLength } from '../../../core/geometry/shape.ts';

/** Returns the length of a line, or the area and the length of its edge, as a sentence. */
export function shapeMeasuresText(
  shape: Shape,
  said: Pick<TextContext, 'language' | 'constants'>,
  t: TFunction<'form'>,
): string {
  const length = lengthText(shapeLength(shape), said);
  if (shape.type === 'LineString') return t('shape.length', { length });
  return t('shape.area', { area: areaText(polygonArea(shape), said), length });
}
