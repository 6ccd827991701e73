/**
 * The contract of a problem, asked for like that of a form: no form of its own describes it, every sheet that carries
 * problems carries the same one.
 */
import type { JsonSchema } from '../../core/definitions/types.ts';
import { PROBLEM_ALIASES, PROBLEM_READ_ONLY } from '../../core/problems/names.ts';
import type { FormRegistry } from '../definitions/registry.ts';

/** The name it is asked for under. */
export const PROBLEM = 'problem';

/** `{form, version, schema, definition, aliases}` without a definition; undefined when no form carries problems. */
export function problemContract(registry: Pick<FormRegistry, 'forms'>) {
  const carrier = registry.forms().find((form) => form.definition.problems);
  if (!carrier?.definition.problems) return undefined;
  const { field } = carrier.definition.problems;
  const list = (carrier.contract.properties as Record<string, JsonSchema>)[field];
  const problem = list?.items as JsonSchema & { properties: Record<string, JsonSchema> };
  const readOnly = Object.fromEntries(
    [...PROBLEM_READ_ONLY].map((name) => [name, { type: name === 'number' ? 'integer' : 'string', readOnly: true }]),
  );
  return {
    form: PROBLEM,
    version: 1,
    schema: { ...problem, properties: { ...problem.properties, ...readOnly } },
    definition: null,
    aliases: PROBLEM_ALIASES,
  };
}
