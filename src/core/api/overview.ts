/** What the top of a place's page says of its ratings, its position and its people. */

import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { pointsOf } from '../form/ratingPoints.ts';
import type { TextContext } from '../form/types/fieldType.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { isRating } from '../form/types/question.ts';
import type { OverviewResponse } from '../generated/api.ts';

/** Visits in the trend, about a year of monthly ones. */
export const MOST_VISITS = 12;

/** Returns the average rate of a visit with two decimals. Undefined if nothing was rated. */
export function averageRate(form: CompiledForm, data: RecordData): number | undefined {
  const points = [...form.fields.values()].filter(isRating).flatMap(({ name }) => pointsOf(data[name]) ?? []);
  if (points.length === 0) return undefined;
  return Math.round((points.reduce((sum, one) => sum + one, 0) / points.length) * 100) / 100;
}

/** Returns the names of the answers that say who the people of the place are. */
export function peopleNames({ definition }: CompiledForm): Set<string> {
  return new Set((definition.detail?.overview?.people ?? []).flatMap(({ name }) => name));
}

/** Returns what the place itself says: its position and its people. */
export function placeAnswers(
  form: CompiledForm,
  data: RecordData,
  context: TextContext,
): Pick<OverviewResponse, 'position' | 'people'> {
  const { position, people = [] } = form.definition.detail?.overview ?? {};
  const point = position === undefined ? undefined : form.fields.get(position);
  const latitude = data[point?.parts.latitude ?? 'latitude'];
  const longitude = data[point?.parts.longitude ?? 'longitude'];
  const textOf = (name: string) => {
    const node = form.fields.get(name);
    return node ? FIELD_TYPES[node.type].text(node, data, context) : '';
  };
  return {
    position: point && typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null,
    people: people.flatMap(({ title, name, phone }) => {
      const called = name.map(textOf).find((one) => one !== '') ?? '';
      const number = phone === undefined ? '' : String(data[phone] ?? '');
      return called || number ? [{ title, name: called, phone: number || null }] : [];
    }),
  };
}
