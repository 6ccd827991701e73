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
export function readableRatingBars(reader: Reader, form: CompiledForm, data: RecordData): RatingBars | undefined {
  return readableRatingBarsOf(reader, form)(data);
}

/** As `readableRatingBars`, for many records of a form. */
export function readableRatingBarsOf(
  { actor, registry }: Reader,
  form: CompiledForm,
): (data: RecordData) => RatingBars | undefined {
  const rated = ratedSections(form, restrictedNamesFor(form, actor, registry).names);
  return (data) => barsOf(rated, data);
}

interface Reader {
  actor: Actor;
  registry: RestrictionSources;
}

/** `hidden`: names of answers that are left out. */
export function ratingBars(
  form: CompiledForm,
  data: RecordData,
  hidden: ReadonlySet<string> = new Set(),
): RatingBars | undefined {
  return barsOf(ratedSections(form, hidden), data);
}

function ratedSections(form: CompiledForm, hidden: ReadonlySet<string>): FieldNode[][] {
  return form.sections
    .map(({ fields }) =>
      fields.filter((node) => isRatingQuestion(node) && !node.properties.some((name) => hidden.has(name))),
    )
    .filter(({ length }) => length > 0);
}

function barsOf(rated: readonly FieldNode[][], data: RecordData): RatingBars | undefined {
  const bars = rated.map((nodes) => nodes.map((node) => ratingBarPoints(node, data)));
  return bars.some((own) => own.some((bar) => bar !== null && bar > 0)) ? bars : undefined;
}

/** Returns the points of an answer, 0 for one that has none, null for a blank one. */
export function ratingBarPoints(node: FieldNode, data: RecordData): number | null {
  const answer = storedValue(node, data);
  if (!isBlank(answer)) return ratingPointsOf(answer) ?? 0;
  // Conditions are not evaluated for every row of a list: a blank question that has one was not asked.
  return node.visibleWhen === undefined ? null : 0;
}
