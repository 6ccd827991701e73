/** Follows the name of a question, and options of it, from the version that a saved list was made with to a newer one. */

import type { CompiledForm } from './types.ts';
import { mapOptionValue, migrationTargets } from './versions/migrate.ts';
import { movesOf } from './versions/moves.ts';

export interface NameInVersion {
  name: string;
  value?: unknown;
}

/**
 * Returns a source of lists, and the value it is compared with, as version `to` has it. Undefined if that version asks the
 * question no more or has none of the options. Names that belong to no question are returned as they are.
 */
export function followName(
  given: NameInVersion,
  versions: readonly CompiledForm[],
  from: number,
  to: number,
): NameInVersion | undefined {
  const steps = versions
    .filter(({ version }) => version >= from && version <= to)
    .sort((a, b) => a.version - b.version);
  let now: NameInVersion | undefined = given;
  for (let at = 1; at < steps.length && now; at++)
    now = step(now, steps[at - 1] as CompiledForm, steps[at] as CompiledForm);
  return now;
}

function step({ name, value }: NameInVersion, before: CompiledForm, after: CompiledForm): NameInVersion | undefined {
  const target = before.byProperty.has(name)
    ? migrationTargets(name, before, after)[0]
    : questionNow(name, before, after);
  if (target === undefined) return undefined;
  if (value === undefined) return { name: target, value };
  const mapped = mapOptionValue(value, movesOf(after.definition).mapping(name, target));
  return mapped === undefined || (Array.isArray(mapped) && mapped.length === 0)
    ? undefined
    : { name: target, value: mapped };
}

/** A question with several stored names is named by itself. */
function questionNow(name: string, before: CompiledForm, after: CompiledForm): string | undefined {
  const node = before.fields.get(name);
  return node ? after.byQuestion.get(node.id)?.name : name;
}
