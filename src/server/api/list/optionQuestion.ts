/** What a search for the options of a question asks, and what it finds. */
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { equalitiesIn } from '../../../core/expressions/equalities.ts';
import type { FilterOption } from '../../../core/form/offered.ts';
import type { OfferedOption } from '../../../core/generated/api.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { Language } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import type { OptionCursor } from './optionCursor.ts';

/** Options that are read at once. */
export const TOGETHER = 50;

export interface OptionQuestion {
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

export interface Asking {
  services: Services;
  actor: Actor;
  language: Language;
}

export interface Candidate {
  item: Omit<OfferedOption, 'attributes'>;
  option: FilterOption;
}

export interface Batch {
  found: Candidate[];
  /** Where the batch after it begins. */
  next: OptionCursor | null;
}

/**
 * Returns what every offered option equals, by attribute, so that not all of them go through the evaluator, which still decides
 * about each. Undefined if nothing is offered, because an answer is missing.
 */
export function equalTo({ node, answers }: OptionQuestion): [attribute: string, value: string][] | undefined {
  const found: [string, string][] = [];
  for (const { attribute, text, answer = '' } of equalitiesIn(node.def.filter ?? '')) {
    const value = text ?? answers[answer];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string') found.push([attribute, value]);
  }
  return found;
}
