/** What a search for the options of a question asks, and what it finds. */
import type { CompiledForm, FieldNode, RecordData } from '../../definitions/types.ts';
import type { FilterOption } from '../../form/offered.ts';
import type { OfferedOption } from '../../generated/api.ts';
import type { Registry } from '../../records/registry.ts';
import type { Actor } from '../../records/types.ts';
import type { Language } from '../../text/languages.ts';
import type { ListPage, ListQuery } from '../listQuery.ts';
import type { OptionCursor } from './cursor.ts';

/** Options that are read at once. */
export const OPTION_BATCH = 50;

export interface OptionSearchRequest {
  form: CompiledForm;
  node: FieldNode;
  /** What the filter reads, and `record.same`. */
  answers: RecordData;
  text: string;
  /** These options only, whether they are offered or not. */
  ids?: string[];
  /** Id of the province whose records come first. */
  near?: string;
  /** `next` of the page before. */
  after?: OptionCursor;
}

export interface OptionContext {
  registry: Registry;
  now: () => Date;
  /** Returns the records that the actor sees. */
  list(query: ListQuery): Promise<Pick<ListPage, 'rows' | 'next_cursor'>>;
  actor: Actor;
  language: Language;
}

export interface OptionCandidate {
  item: Omit<OfferedOption, 'attributes'>;
  option: FilterOption;
}

export interface OptionBatch {
  found: OptionCandidate[];
  /** Where the batch after it begins. */
  next: OptionCursor | null;
}

/** What every offered option has: attribute and value. */
export type RequiredEqualities = readonly [attribute: string, value: string][];

/**
 * Returns what every offered option equals, by attribute, so that not all of them go through the evaluator, which still decides
 * about each. Undefined if nothing is offered, because an answer is missing.
 */
export async function requiredEqualities({
  node,
  answers,
}: OptionSearchRequest): Promise<RequiredEqualities | undefined> {
  const found: [string, string][] = [];
  if (!node.def.filter) return found;
  // A device reads it for the questions that have a filter, not with each screen.
  const { equalitiesIn } = await import('../../expressions/equalities.ts');
  for (const { attribute, text, answer = '' } of equalitiesIn(node.def.filter)) {
    const value = text ?? answers[answer];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string') found.push([attribute, value]);
  }
  return found;
}
