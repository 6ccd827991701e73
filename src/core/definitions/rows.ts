/**
 * A row is a definition without records: what a question of several forms repeats, with versions of its own. Each form names
 * the version it carries, so that a record of an older version of the form is read as it was captured.
 */
import type { CompiledForm, FieldNode, FormDefinition, FormSource, JsonSchema } from './types.ts';

/** The definition of problems. */
export const PROBLEM = 'problem';
/** What forms carry that were published before they could name one. */
const FIRST = `${PROBLEM}@1`;
/** Stands for the choice list that the form names. */
export const OWN_TYPES = 'problems.types';

export function isRow({ kind }: Pick<FormDefinition, 'kind'>): boolean {
  return kind === 'row';
}

/** `problem@2`; undefined for a form that carries none. */
export function rowKey({ problems }: FormDefinition): string | undefined {
  return problems && (problems.row ?? FIRST);
}

/** The source with the row it names; the same object when it has it already. */
export function withRow(source: FormSource, find: (key: string) => FormSource | undefined): FormSource {
  const key = rowKey(source.definition);
  const row = key === undefined ? undefined : find(key);
  return row === source.row ? source : { ...source, row };
}

/** The contract of a row as responses carry it, with what is taken back without a word. */
export function rowSchema({ contract, definition }: CompiledForm): JsonSchema {
  const readOnly = Object.entries(definition.readOnly ?? {}).map(([name, schema]) => [
    name,
    { ...schema, readOnly: true },
  ]);
  return { ...contract, properties: { ...(contract.properties as JsonSchema), ...Object.fromEntries(readOnly) } };
}

/** Fields of the row as columns of a question; `conditionKey` takes its conditions among those of the form. */
export function columnsOf(
  row: CompiledForm,
  { problems }: FormDefinition,
  section: string,
  conditionKey: (condition: JsonSchema) => string,
): FieldNode[] {
  return [...row.fields.values()].map(({ visibleWhen, ...node }) => {
    const condition = visibleWhen === undefined ? undefined : row.conditions[visibleWhen];
    const isOwn = node.def.choices === OWN_TYPES;
    return {
      ...node,
      section,
      ...(condition && { visibleWhen: conditionKey(condition) }),
      ...(isOwn && problems && { def: { ...node.def, choices: problems.types } }),
    };
  });
}
