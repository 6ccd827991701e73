/** Which options filters offer. Closed options are in the definition; others come from lists, places and records. */
import type { FieldNode, RecordData, ValidatorModule } from '../definitions/types.ts';
import { type EvaluationContext, OPTIONS_VARIABLE, ROW_LIMIT } from '../expressions/types.ts';

export type CompiledRules = Pick<ValidatorModule, 'conditions' | 'programs'>;

/** An option as a filter reads it: its value, with its attributes beside it. */
export interface FilterOption {
  value: string;
}

/** Returns the values of the options that the filter of a field or column offers. Without a filter, all of them. */
export function offeredValues(
  { path }: FieldNode,
  options: readonly FilterOption[],
  answers: RecordData,
  moment: EvaluationContext,
  { programs }: CompiledRules,
): string[] {
  const filter = programs?.filters.get(path);
  if (!filter) return options.map(({ value }) => value);
  const offered: string[] = [];
  for (let from = 0; from < options.length; from += ROW_LIMIT) {
    const part = options.slice(from, from + ROW_LIMIT);
    offered.push(...((filter.run({ ...answers, [OPTIONS_VARIABLE]: part }, moment) ?? []) as string[]));
  }
  return offered;
}

/** Returns the values of the closed options that are offered, for fields or columns with a filter. */
export function offeredOptions(
  nodes: Iterable<FieldNode>,
  answers: RecordData,
  moment: EvaluationContext,
  rules: CompiledRules,
): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const node of nodes) {
    const { options, filter } = node.def;
    if (filter && options) found.set(node.name, offeredValues(node, options, answers, moment, rules));
  }
  return found;
}

/** Returns the names of the answers that the filter of a field or column reads. */
export function filterInputs({ path }: FieldNode, { programs }: CompiledRules): string[] {
  return (programs?.filters.get(path)?.inputs ?? []).filter((name) => name !== OPTIONS_VARIABLE);
}
