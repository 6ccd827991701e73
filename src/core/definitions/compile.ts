/**
 * Compiles a definition and its contract into sections, fields, conditions and one validation schema. Compiling is pure,
 * cached by source object and independent of language. RJSF renders sections from `SectionNode.schema` (one property per
 * question, no conditions). Every rule is in `validation` and `conditions`, which one Ajv module checks in browser and
 * server alike.
 */
import { getOwn } from '../json.ts';
import { memoizeByObject } from '../memoize.ts';
import { conditionalRules, conditionInputs, formExpressions, keyedConditions, problemCondition } from './conditions.ts';
import { warningsOf, withReasonConditions } from './constraints.ts';
import { inputsFirst, inputsOf, propertiesByPart, readsDay } from './inputs.ts';
import { fieldLabel } from './labels.ts';
import { withLists } from './lists.ts';
import { problemRowColumns } from './rows.ts';
import { type PlacedQuestion, questionsOf } from './sections.ts';
import { resolveReferences } from './sharedCodes.ts';
import { compileTable } from './tables.ts';
import { sourceFirst } from './texts.ts';
import type {
  CompiledForm,
  Field,
  FieldNode,
  FormDefinition,
  FormSource,
  JsonSchema,
  Section,
  SectionNode,
} from './types.ts';

/**
 * Compiles one form version. The same source object gives the same compiled object, so that caches by form (validators,
 * rendered options) stay valid. A form costs milliseconds (all 68 of the product: 235 ms).
 */
export const compileForm: (source: FormSource) => CompiledForm = memoizeByObject('compiled forms', build);

/** Returns a section with the schema of its questions. */
export function compileSection(def: Section, fields: FieldNode[]): SectionNode {
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  return { id: def.id, def, fields, schema: { type: 'object', properties } };
}

interface Around {
  section: string;
  /** By path, of the whole form. */
  warnings: ReturnType<typeof warningsOf>;
  /** Path of the table. */
  table?: string;
}

/** Builds the node of a question, or of a column of the table at the path `table`, with its part of the contract. */
function fieldNode(name: string, def: Field, { section, warnings, table }: Around, contract: JsonSchema): FieldNode {
  const properties = (contract.properties ?? {}) as Record<string, JsonSchema>;
  const required = (contract.required ?? []) as string[];
  const own = getOwn(properties, name) ?? {};
  const parts = propertiesByPart(name, def);
  const stored = Object.values(parts);
  const base = table === undefined ? '' : `${table}.`;
  const path = base + name;
  const doubted = stored.flatMap((one) => warnings.get(base + one) ?? []);
  return {
    name,
    path,
    pointer: `/${stored[0] ?? name}`,
    id: def.id,
    type: def.type,
    def: { ...def, label: fieldLabel(name, def) },
    section,
    properties: stored,
    parts,
    schema:
      def.bind || def.rows
        ? { type: 'object', properties: Object.fromEntries(stored.map((one) => [one, getOwn(properties, one) ?? {}])) }
        : own,
    required: stored.some((one) => required.includes(one)),
    ...(doubted.length > 0 && { warnings: doubted }),
    ...(def.columns && {
      columns: Object.entries(def.columns).map(([column, inner]) => {
        const group = def.groups?.find(({ fields }) => fields.includes(column));
        const node = fieldNode(column, inner, { section, warnings, table: path }, (own.items ?? {}) as JsonSchema);
        return group ? { ...node, group } : node;
      }),
    }),
  };
}

/** Pairs each alias with its property name. A field with several properties lists its aliases in the same order. */
function aliasesOf({ def, name, properties }: FieldNode): [string, string][] {
  return (def.aliases ?? []).map((alias, at) => [alias, properties[properties.length > 1 ? at : 0] ?? name]);
}

function build({ definition: given, schema: written, row }: FormSource): CompiledForm {
  const schema = resolveReferences(written);
  const definition = sourceFirst(given);
  const defs = withReasonConditions(withLists(definition));
  const warnings = warningsOf(definition);
  const conditions = keyedConditions();
  const rules = conditionalRules(conditions.keyOf);

  const question = ({ name, group, visibleWhen }: PlacedQuestion, section: Section): FieldNode => {
    const def = getOwn(defs, name);
    if (!def) throw new Error(`${definition.form}: section ${section.id} names an unknown field ${name}`);
    const node: FieldNode = {
      ...fieldNode(name, def, { section: section.id, warnings }, schema),
      ...(group && { group }),
    };
    rules.add(node, visibleWhen);
    const flagged = problemCondition(name, def);
    if (flagged) {
      node.problemWhen = conditions.keyOf(flagged);
      node.problemType = def.problemType ?? name;
    }
    return node;
  };
  const sections = definition.sections.map((section): SectionNode => {
    const compiled = compileSection(
      section,
      questionsOf(section).map((placed) => question(placed, section)),
    );
    return section.visibleWhen ? { ...compiled, visibleWhen: conditions.keyOf(section.visibleWhen) } : compiled;
  });
  const nodes = sections.flatMap((section) => section.fields);
  const fields = new Map(nodes.map((node) => [node.name, node]));
  const byProperty = new Map(nodes.flatMap((node) => node.properties.map((property) => [property, node] as const)));

  // Add these after the conditions of the form itself, so that those keep their keys.
  const answers = new Set(byProperty.keys());
  const tables = nodes
    .filter((node) => node.columns)
    .map((node) => compileTable(node, answers, definition.constraints, conditions.keyOf));
  const compiledRow = row && compileForm(row);
  const repeated = definition.problems && fields.get(definition.problems.field);
  if (compiledRow && repeated) {
    repeated.columns = problemRowColumns(compiledRow, definition, repeated.section, conditions.keyOfSchema);
    repeated.dependent = compiledRow.dependent.filter(({ def, columns }) => def.derived || columns);
  }

  const contract = { ...schema, properties: { ...(schema.properties as JsonSchema) } };
  for (const { name, validation } of tables) if (validation) contract.properties[name] = validation;
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

/** Returns the tables, and the fields with a condition or a derivation, each after those it reads. */
function dependentFields(
  { sections, date }: FormDefinition,
  nodes: readonly FieldNode[],
  byProperty: ReadonlyMap<string, FieldNode>,
): FieldNode[] {
  const placed = new Map(sections.flatMap((section) => questionsOf(section)).map((one) => [one.name, one]));
  const readBy = (node: FieldNode) => {
    const around = placed.get(node.name)?.visibleWhen;
    const day = readsDay(node.def) && date ? [date] : [];
    return [...(around ? conditionInputs(around) : []), ...inputsOf(node.def), ...day].map((name) =>
      byProperty.get(name),
    );
  };
  return inputsFirst(nodes, readBy);
}
