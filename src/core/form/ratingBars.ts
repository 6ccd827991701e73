/** The ratings of a record as a small picture of bars: worked out here, wherever the record is read. */
import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import type { RatingBars } from '../generated/api.ts';
import { type RestrictionSources, restrictedNamesFor } from '../records/permission.ts';
import type { Actor } from '../records/types.ts';
import { isBlank } from '../text/letters.ts';
import { ratingPointsOf } from './ratingPoints.ts';
import { storedValue } from './types/fieldType.ts';
import { isRatingQuestion } from './types/question.ts';

/** Returns the bars of the answers that the actor may read. Undefined if nothing was rated. */
export function readableRatingBars(
  { actor, registry }: { actor: Actor; registry: RestrictionSources },
  form: CompiledForm,
  data: RecordData,
): RatingBars | undefined {
  return ratingBars(form, data, restrictedNamesFor(form, actor, registry).names);
}

/** `hidden`: names of answers that are left out. */
export function ratingBars(
  form: CompiledForm,
  data: RecordData,
  hidden: ReadonlySet<string> = new Set(),
): RatingBars | undefined {
  const bars = form.sections.flatMap(({ fields }) => {
    const own = fields.filter((node) => isRatingQuestion(node) && !node.properties.some((name) => hidden.has(name)));
    return own.length > 0 ? [own.map((node) => ratingBarPoints(node, data))] : [];
  });
  return bars.flat().some((bar) => bar !== null && bar > 0) ? bars : undefined;
}

/** Returns the points of an answer, 0 for one that has none, null for a blank one. */
export function ratingBarPoints(node: FieldNode, data: RecordData): number | null {
  const answer = storedValue(node, data);
  if (!isBlank(answer)) return ratingPointsOf(answer) ?? 0;
  // Conditions are not evaluated for every row of a list: a blank question that has one was not asked.
  return node.visibleWhen === undefined ? null : 0;
}
