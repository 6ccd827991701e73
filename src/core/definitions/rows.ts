/**
 * A row is a definition without records: it describes the rows of a table that several forms share, and has its own
 * versions. Each form names the row version it uses, so that older records are read as they were entered.
 */
import { getOwn } from '../json.ts';
import type { CompiledForm, FieldNode, FormDefinition, FormSource, JsonSchema } from './types.ts';

/** Name of the definition of problems. */
export const PROBLEM_FORM = 'problem';
/** Row version of forms that were published before they could name one. */
const FIRST = `${PROBLEM_FORM}@1`;
/** Placeholder for the choice list that the form names in `problems.types`. */
export const OWN_PROBLEM_TYPES = 'problems.types';

export function isRowForm({ kind }: Pick<FormDefinition, 'kind'>): boolean {
  return kind === 'row';
}

/** Returns the row definition that a form uses, such as `problem@2`; undefined if it has no problems. */
export function problemRowKey({ problems }: FormDefinition): string | undefined {
  return problems && (problems.row ?? FIRST);
}

/** Returns the source with the row that it names. Returns the same object if it has it already. */
export function withProblemRow(source: FormSource, find: (key: string) => FormSource | undefined): FormSource {
  const key = problemRowKey(source.definition);
  const row = key === undefined ? undefined : find(key);
  return row === source.row ? source : { ...source, row };
}

/** Returns the contract of a row for responses. It adds read-only properties, which are ignored in requests. */
export function problemRowSchema({ contract, definition }: CompiledForm): JsonSchema {
  const readOnly = Object.entries(definition.readOnly ?? {}).map(([name, schema]) => [
    name,
    { ...schema, readOnly: true },
  ]);
  return { ...contract, properties: { ...(contract.properties as JsonSchema), ...Object.fromEntries(readOnly) } };
}

/** Returns the row's fields as columns of a question. `conditionKey` adds their conditions to those of the form. */
export function problemRowColumns(
  row: CompiledForm,
  { problems }: FormDefinition,
  section: string,
  conditionKey: (condition: JsonSchema) => string,
): FieldNode[] {
  return [...row.fields.values()].map(({ visibleWhen, ...node }) => {
    const condition = visibleWhen === undefined ? undefined : getOwn(row.conditions, visibleWhen);
    const isOwn = node.def.choices === OWN_PROBLEM_TYPES;
    return {
      ...node,
      path: `${problems?.field}.${node.name}`,
      section,
      ...(condition && { visibleWhen: conditionKey(condition) }),
      ...(isOwn && problems && { def: { ...node.def, choices: problems.types } }),
    };
  });
}
