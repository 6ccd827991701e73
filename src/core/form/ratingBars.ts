/** The ratings of a record as a small picture of bars: worked out here, wherever the record is read. */
import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import type { RatingBars } from '../generated/api.ts';
import { type Definitions, hiddenFrom } from '../records/hidden.ts';
import type { Actor } from '../records/types.ts';
import { pointsOf } from './ratings.ts';
import { isRating } from './types/question.ts';

/** Returns the bars of the answers that the actor may read. Undefined if nothing was rated. */
export function ratingBarsFor(
  { actor, registry }: { actor: Actor; registry: Definitions },
  form: CompiledForm,
  data: RecordData,
): RatingBars | undefined {
  return ratingBars(form, data, hiddenFrom(form, actor, registry).names);
}

/** `hidden`: names of answers that are left out. */
export function ratingBars(
  form: CompiledForm,
  data: RecordData,
  hidden: ReadonlySet<string> = new Set(),
): RatingBars | undefined {
  const bars = form.sections.flatMap(({ fields }) => {
    const own = fields.filter((node) => isRating(node) && !hidden.has(propertyOf(node)));
    // Conditions are not evaluated for every row of a list: a blank question that has one was not asked.
    const blank = (node: FieldNode) => (node.visibleWhen === undefined ? null : 0);
    const barOf = (node: FieldNode) => {
      const answer = data[propertyOf(node)];
      return typeof answer === 'string' && answer !== '' ? (pointsOf(answer) ?? 0) : blank(node);
    };
    return own.length > 0 ? [own.map(barOf)] : [];
  });
  return bars.flat().some((bar) => bar !== null && bar > 0) ? bars : undefined;
}

function propertyOf({ name, properties }: FieldNode): string {
  return properties[0] ?? name;
}
