/**
 * Compiles a definition and its contract into sections, fields, conditions and one validation schema. Compiling is pure,
 * cached by source object and independent of language. RJSF renders sections from `SectionNode.schema` (one property per
 * question, no conditions). Every rule is in `validation` and `conditions`, which one Ajv module checks in browser and
 * server alike.
 */
import { namesIn, readsToday } from '../expressions/types.ts';
import { conditionalRules, conditionInputs, formExpressions, keyedConditions, problemCondition } from './conditions.ts';
import { withReasons } from './constraints.ts';
import { columnsOf } from './rows.ts';
import type {
  CompiledForm,
  Condition,
  Field,
  FieldNode,
  FormDefinition,
  FormSource,
  JsonSchema,
  Section,
  SectionNode,
} from './types.ts';

const memo = new WeakMap<FormSource, CompiledForm>();

/**
 * Compiles one form version. The same source object gives the same compiled object, so that caches by form (validators,
 * rendered options) stay valid. A form costs milliseconds (all 68 of the product: 235 ms).
 */
export function compile(source: FormSource): CompiledForm {
  const known = memo.get(source);
  if (known) return known;
  const compiled = build(source);
  memo.set(source, compiled);
  return compiled;
}

/** Returns the property names a field binds, by part. A field with one property binds its own name. */
export function partsOf(name: string, def: Field): Record<string, string> {
  if (def.type === 'note') return {};
  if (def.bind) return { ...def.bind };
  if (def.rows) return Object.fromEntries(def.rows.map((row) => [row.name, row.name]));
  return { value: name };
}

/** Returns a section with the schema of its questions. */
export function sectionOf(def: Section, fields: FieldNode[]): SectionNode {
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  return { id: def.id, def, fields, schema: { type: 'object', properties } };
}

/** Builds the node of a question or a table column with its part of the contract. */
function fieldNode(name: string, def: Field, section: string, contract: JsonSchema): FieldNode {
  const properties = (contract.properties ?? {}) as Record<string, JsonSchema>;
  const required = (contract.required ?? []) as string[];
  const own = properties[name] ?? {};
  const parts = partsOf(name, def);
  const stored = Object.values(parts);
  return {
    name,
    pointer: `/${stored[0] ?? name}`,
    id: def.id,
    type: def.type,
    def,
    section,
    properties: stored,
    parts,
    schema:
      def.bind || def.rows
        ? { type: 'object', properties: Object.fromEntries(stored.map((one) => [one, properties[one] ?? {}])) }
        : own,
    required: stored.some((one) => required.includes(one)),
    ...(def.columns && {
      columns: Object.entries(def.columns).map(([column, inner]) =>
        fieldNode(column, inner, section, (own.items ?? {}) as JsonSchema),
      ),
    }),
  };
}

/** Pairs each alias with its property name. A field with several properties lists its aliases in the same order. */
function aliasesOf({ def, name, properties }: FieldNode): [string, string][] {
  return (def.aliases ?? []).map((alias, at) => [alias, properties[properties.length > 1 ? at : 0] ?? name]);
}

function build({ definition, schema, row }: FormSource): CompiledForm {
  const defs = withReasons(definition);
  const conditions = keyedConditions();
  const rules = conditionalRules(conditions.keyOf);

  const question = (name: string, section: Section): FieldNode => {
    const def = defs[name];
    if (!def) throw new Error(`${definition.form}: section ${section.id} names an unknown field ${name}`);
    const node = fieldNode(name, def, section.id, schema);
    rules.add(node, ...(section.visibleWhen ? [section.visibleWhen] : []));
    const flagged = problemCondition(name, def);
    if (flagged) {
      node.problemWhen = conditions.keyOf(flagged);
      node.problemType = def.problemType ?? name;
    }
    return node;
  };
  const sections = definition.sections.map((section): SectionNode => {
    const compiled = sectionOf(
      section,
      section.fields.map((name) => question(name, section)),
    );
    return section.visibleWhen ? { ...compiled, visibleWhen: conditions.keyOf(section.visibleWhen) } : compiled;
  });
  const nodes = sections.flatMap((section) => section.fields);
  const fields = new Map(nodes.map((node) => [node.name, node]));
  const byProperty = new Map(nodes.flatMap((node) => node.properties.map((property) => [property, node] as const)));

  // Add these after the conditions of the form itself, so that those keep their keys.
  const tables = nodes.filter((node) => node.columns).map((node) => compileColumns(node, conditions.keyOf));
  const compiledRow = row && compile(row);
  const repeated = definition.problems && fields.get(definition.problems.field);
  if (compiledRow && repeated) {
    repeated.columns = columnsOf(compiledRow, definition, repeated.section, conditions.keyOfSchema);
    repeated.dependent = compiledRow.derived;
  }

  const contract = { ...schema, properties: { ...(schema.properties as JsonSchema) } };
  for (const { table, validation } of tables) if (validation) contract.properties[table] = validation;
  const validation = rules.validation(contract);
  const dependent = dependentFields(definition, nodes, byProperty);
  const demands = [...rules.demands(), ...tables.flatMap((one) => one.demands)];
  const expressions = formExpressions(definition, schema, conditions.rules);
  return {
    key: `${definition.form}@${definition.version}`,
    form: definition.form,
    version: definition.version,
    definition,
    contract: schema,
    validation,
    conditions: conditions.schemas,
    demands,
    ...(expressions && { expressions }),
    sections,
    fields,
    byProperty,
    byQuestion: new Map(nodes.map((node) => [node.id, node])),
    derived: dependent.filter((node) => node.def.derived),
    dependent,
    aliases: Object.fromEntries(nodes.flatMap(aliasesOf)),
    ...(compiledRow && { row: compiledRow }),
  };
}

/**
 * Gives the columns of a table their conditions over the cells of a row. Returns what these require: the table's contract as
 * it is checked, if it differs, and what JSON Schema cannot say.
 */
function compileColumns(node: FieldNode, keyOf: (condition: Condition, table: string) => string) {
  const { name: table, columns = [], schema } = node;
  const rules = conditionalRules((condition) => keyOf(condition, table));
  for (const column of columns) rules.add(column);
  const byProperty = new Map(columns.flatMap((column) => column.properties.map((one) => [one, column] as const)));
  node.dependent = inputsFirst(columns, ({ def }) => readBy(def).map((name) => byProperty.get(name))).filter(
    ({ visibleWhen, def }) => visibleWhen || def.derived,
  );
  const isConditional = columns.some((column) => column.visibleWhen || column.requiredWhen);
  const validation = isConditional && { ...schema, items: rules.validation((schema.items ?? {}) as JsonSchema) };
  return { table, validation, demands: rules.demands().map((one) => ({ ...one, table })) };
}

/** Returns the names that visibility and value of a field depend on. */
function readBy({ visibleWhen, ...def }: Field): string[] {
  return [...(visibleWhen ? conditionInputs(visibleWhen) : []), ...derivationInputs(def)];
}

/** Returns the names that a derivation reads. */
export function derivationInputs({ derived = {} }: Pick<Field, 'derived'>): string[] {
  if (derived.expr) return namesIn(derived.expr);
  const value = Object.values(derived)[0];
  return (Array.isArray(value) ? value : value ? [value as string] : []).map((name) => name.split('.')[0] as string);
}

/** Returns true if a derivation counts from a day: that of the record, if it has one. */
export function readsDay({ derived }: Field): boolean {
  return derived?.age !== undefined || readsToday(derived?.expr ?? '');
}

/** Sorts nodes so that each follows those it reads. A cycle (refused by the definitions check) is cut where it closes. */
function inputsFirst(
  nodes: readonly FieldNode[],
  inputsOf: (node: FieldNode) => readonly (FieldNode | undefined)[],
): FieldNode[] {
  const seen = new Set<FieldNode>();
  const order: FieldNode[] = [];
  const visit = (node: FieldNode | undefined): void => {
    if (!node || seen.has(node)) return;
    seen.add(node);
    for (const input of inputsOf(node)) visit(input);
    order.push(node);
  };
  for (const node of nodes) visit(node);
  return order;
}

/** Returns the fields with a condition or a derivation, each after those it reads. */
function dependentFields(
  { sections, date }: FormDefinition,
  nodes: readonly FieldNode[],
  byProperty: ReadonlyMap<string, FieldNode>,
): FieldNode[] {
  const bySection = new Map(sections.map(({ id, visibleWhen }) => [id, visibleWhen]));
  const inputsOf = (node: FieldNode) => {
    const section = bySection.get(node.section);
    const day = readsDay(node.def) && date ? [date] : [];
    return [...(section ? conditionInputs(section) : []), ...readBy(node.def), ...day].map((name) =>
      byProperty.get(name),
    );
  };
  return inputsFirst(nodes, inputsOf).filter((node) => node.visibleWhen || node.def.derived);
}
