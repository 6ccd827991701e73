import type { TFunction } from 'i18next';
import { areaText, lengthText } from '../../../core/form/types/places/measures.ts';
import { areaOf, lengthOf, type Shape } from '../../../core/geometry/shape.ts';
import type { Language } from '../../../core/text/languages.ts';

/** Returns the length of a line, or the area and the length of its edge, as a sentence. */
export function measures(shape: Shape, language: Language, t: TFunction<'form'>): string {
  const length = lengthText(lengthOf(shape), language);
  if (shape.type === 'LineString') return t('shape.length', { length });
  return t('shape.area', { area: areaText(areaOf(shape), language), length });
}
