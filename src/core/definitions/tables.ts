/** Compiles the columns of a table: their conditions, and what a row reads of the answers around it. */
import { namesInExpression, ROW_VARIABLE, tablePathOf } from '../expressions/types.ts';
import { conditionalRules, conditionInputs } from './conditions.ts';
import { inputsFirst, inputsOf, valueInputs } from './inputs.ts';
import type { CompiledForm, Condition, FieldNode, FormDefinition, JsonSchema } from './types.ts';

type Constraints = FormDefinition['constraints'];

interface CompiledTable {
  name: string;
  /** The table's contract as it is checked, if it differs. */
  validation: JsonSchema | undefined;
  /** What JSON Schema cannot say. */
  demands: CompiledForm['demands'];
}

/** Gives the columns their conditions over a row, at every depth. `around` are the names that a row may read beside its cells. */
export function compileTable(
  table: FieldNode,
  around: ReadonlySet<string>,
  constraints: Constraints,
  keyOf: (condition: Condition, table: string) => string,
): CompiledTable {
  const { name, path, columns = [], schema } = table;
  const byProperty = new Map(columns.flatMap((column) => column.properties.map((one) => [one, column] as const)));
  const cells = new Set(byProperty.keys());
  const inner = columns
    .filter((column) => column.columns)
    .map((column) => compileTable(column, new Set([...around, ...cells]), constraints, keyOf));
  const rules = conditionalRules((condition) => keyOf(condition, path), cells);
  for (const column of columns) rules.add(column);
  table.dependent = inputsFirst(columns, ({ def }) => inputsOf(def).map((one) => byProperty.get(one)));
  const read = (constraints ?? [])
    .filter(({ at }) => tablePathOf(at) === path)
    .flatMap(({ expr }) => namesInExpression(expr));
  const names = new Set([...columns.flatMap(namesReadBy), ...read]);
  table.outer = [...around].filter((one) => names.has(one) && !cells.has(one));
  table.isNumbered = names.has(ROW_VARIABLE) && !cells.has(ROW_VARIABLE) && !around.has(ROW_VARIABLE);
  const isConditional = columns.some((column) => column.visibleWhen || column.requiredWhen);
  const changed = inner.flatMap((one) => (one.validation ? [[one.name, one.validation]] : []));
  const items = (schema.items ?? {}) as JsonSchema;
  const checked = { ...items, properties: { ...(items.properties as JsonSchema), ...Object.fromEntries(changed) } };
  const validation = rules.validation(checked);
  return {
    name,
    validation: isConditional || changed.length > 0 ? { ...schema, items: validation } : undefined,
    demands: [...rules.demands().map((one) => ({ ...one, table: path })), ...inner.flatMap((one) => one.demands)],
  };
}

/** Returns the names that the rules of a column read. */
function namesReadBy({ def, outer = [] }: FieldNode): string[] {
  const conditions = [def.visibleWhen, def.requiredWhen].filter((one) => one !== undefined);
  const read = [def.filter, def.default].flatMap((expr) => (expr ? namesInExpression(expr) : []));
  return [...conditions.flatMap(conditionInputs), ...valueInputs(def), ...read, ...outer];
}
