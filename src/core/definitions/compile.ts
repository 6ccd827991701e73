/**
 * One compile step: a definition and its contract become sections, fields, conditions and one validation schema.
 * Pure and memoised by source object; language-free. Sections are drawn by RJSF from `SectionNode.schema` (one property per
 * question, no conditions); every rule is in `validation` and `conditions`, which one Ajv module checks in browser and
 * server alike.
 */
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
 * Compile one form version. The same source object gives the same compiled object: what is kept by form (validators, drawn
 * options) stays one thing, and a form costs milliseconds (all 68 of the product 235 ms).
 */
export function compile(source: FormSource): CompiledForm {
  const known = memo.get(source);
  if (known) return known;
  const compiled = build(source);
  memo.set(source, compiled);
  return compiled;
}

/** A condition as a JSON Schema over the whole record. */
function conditionSchema(condition: Condition): JsonSchema {
  if ('field' in condition) return { properties: { [condition.field]: condition.is }, required: [condition.field] };
  if ('all' in condition) return { allOf: condition.all.map(conditionSchema) };
  if ('any' in condition) return { anyOf: condition.any.map(conditionSchema) };
  return { not: conditionSchema(condition.not) };
}

/** Stored names a field binds, by part. A field with one property binds its own name. */
export function partsOf(name: string, def: Field): Record<string, string> {
  if (def.type === 'note') return {};
  if (def.bind) return { ...def.bind };
  if (def.rows) return Object.fromEntries(def.rows.map((row) => [row.name, row.name]));
  return { value: name };
}

/** A section of questions, with the schema of them alone. */
export function sectionOf(def: Section, fields: FieldNode[]): SectionNode {
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  return { id: def.id, def, fields, schema: { type: 'object', properties } };
}

function build({ definition, schema, row }: FormSource): CompiledForm {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema.required ?? []) as string[]);
  const conditions: Record<string, JsonSchema> = {};
  const keys = new Map<string, string>();
  const conditionKey = (condition: JsonSchema): string => {
    const text = JSON.stringify(condition);
    let key = keys.get(text);
    if (!key) {
      key = `c${keys.size}`;
      keys.set(text, key);
      conditions[key] = condition;
    }
    return key;
  };

  const fields = new Map<string, FieldNode>();
  const byProperty = new Map<string, FieldNode>();
  const byQuestion = new Map<string, FieldNode>();
  const aliases: Record<string, string> = {};
  const conditionallyShown = new Map<string, JsonSchema>();
  /** Stored names that are needed when a condition holds; one rule per condition keeps the validator small. */
  const demands = new Map<string, { when: JsonSchema; names: string[] }>();
  const demand = (when: JsonSchema, names: readonly string[]): void => {
    const key = JSON.stringify(when);
    const known = demands.get(key) ?? { when, names: [] };
    known.names.push(...names.filter((name) => !known.names.includes(name)));
    demands.set(key, known);
  };

  const node = (
    name: string,
    def: Field,
    section: string,
    contracts: Record<string, JsonSchema>,
    needed: Set<string>,
  ): FieldNode => {
    const parts = partsOf(name, def);
    const stored = Object.values(parts);
    const first = stored[0];
    const made: FieldNode = {
      name,
      pointer: `/${first ?? name}`,
      id: def.id,
      type: def.type,
      def,
      section,
      properties: stored,
      parts,
      schema:
        def.bind || def.rows
          ? { type: 'object', properties: Object.fromEntries(stored.map((s) => [s, contracts[s] ?? {}])) }
          : (contracts[name] ?? {}),
      required: stored.some((s) => needed.has(s)),
    };
    if (def.columns) {
      const row = (contracts[name]?.items ?? {}) as JsonSchema;
      const rowProperties = (row.properties ?? {}) as Record<string, JsonSchema>;
      const rowRequired = new Set((row.required ?? []) as string[]);
      made.columns = Object.entries(def.columns).map(([column, d]) =>
        node(column, d, section, rowProperties, rowRequired),
      );
    }
    return made;
  };

  const sections: SectionNode[] = definition.sections.map((section) => {
    const sectionCondition = section.visibleWhen && conditionSchema(section.visibleWhen);
    const nodes = section.fields.map((name) => {
      const def = definition.fields[name];
      if (!def) throw new Error(`${definition.form}: section ${section.id} names an unknown field ${name}`);
      const made = node(name, def, section.id, properties, required);
      const own = def.visibleWhen && conditionSchema(def.visibleWhen);
      const shown = own && sectionCondition ? { allOf: [sectionCondition, own] } : (own ?? sectionCondition);
      if (shown) {
        made.visibleWhen = conditionKey(shown);
        for (const property of made.properties) conditionallyShown.set(property, shown);
      }
      if (def.requiredWhen) {
        const needed = conditionSchema(def.requiredWhen);
        made.requiredWhen = conditionKey(needed);
        demand(shown ? { allOf: [shown, needed] } : needed, neededParts(made));
      }
      if (def.problemWhen) {
        made.problemWhen = conditionKey({ properties: { [name]: def.problemWhen }, required: [name] });
        made.problemType = def.problemType ?? name;
      }
      fields.set(name, made);
      byQuestion.set(def.id, made);
      for (const property of made.properties) byProperty.set(property, made);
      // A field with several properties lists its aliases in their order.
      for (const [at, alias] of (def.aliases ?? []).entries()) {
        aliases[alias] = (made.properties.length > 1 ? made.properties[at] : made.properties[0]) ?? name;
      }
      return made;
    });
    const compiled = sectionOf(section, nodes);
    if (sectionCondition) compiled.visibleWhen = conditionKey(sectionCondition);
    return compiled;
  });

  // After the conditions of the form itself, so that those keep their keys.
  const compiledRow = row && compile(row);
  const repeated = definition.problems && fields.get(definition.problems.field);
  if (compiledRow && repeated) repeated.columns = columnsOf(compiledRow, definition, repeated.section, conditionKey);

  const always = [...required].filter((name) => !conditionallyShown.has(name));
  for (const name of required) {
    const shown = conditionallyShown.get(name);
    if (shown) demand(shown, [name]);
  }
  const conditional = [...demands.values()].map(
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ({ when, names }) => ({ if: when, then: { required: names } }),
  );
  const allOf = [...((schema.allOf ?? []) as JsonSchema[]), ...conditional];
  const { required: _dropped, allOf: _merged, ...rest } = schema;
  const validation: JsonSchema = { ...rest, required: always, ...(allOf.length > 0 && { allOf }) };

  return {
    key: `${definition.form}@${definition.version}`,
    form: definition.form,
    version: definition.version,
    definition,
    contract: schema,
    validation,
    conditions,
    sections,
    fields,
    byProperty,
    byQuestion,
    derived: inOrder([...fields.values()].filter((f) => f.def.derived)),
    dependent: inputsFirst(definition, fields, byProperty),
    aliases,
    ...(compiledRow && { row: compiledRow }),
  };
}

/** Stored names a condition reads. */
export function conditionInputs(condition: Condition): string[] {
  if ('field' in condition) return [condition.field];
  if ('all' in condition) return condition.all.flatMap(conditionInputs);
  if ('any' in condition) return condition.any.flatMap(conditionInputs);
  return conditionInputs(condition.not);
}

/** Names a derivation reads. */
export function derivationInputs(field: FieldNode): string[] {
  const value = Object.values(field.def.derived ?? {})[0];
  return (Array.isArray(value) ? value : value ? [value as string] : []).map((name) => name.split('.')[0] as string);
}

/** A place is given when its district is known; many sites have no village of their own. */
function neededParts({ def, properties }: FieldNode): string[] {
  return properties.filter((name) => name !== def.bind?.village);
}

/** Fields with a condition or a derivation, each after those it reads; a circle, which the check refuses, keeps the order of the form. */
function inputsFirst(
  { sections, date }: FormDefinition,
  fields: ReadonlyMap<string, FieldNode>,
  byProperty: ReadonlyMap<string, FieldNode>,
): FieldNode[] {
  const bySection = new Map(sections.map(({ id, visibleWhen }) => [id, visibleWhen]));
  const seen = new Set<FieldNode>();
  const order: FieldNode[] = [];
  const visit = (node: FieldNode): void => {
    const { visibleWhen, derived } = node.def;
    if (seen.has(node) || !(node.visibleWhen || derived)) return;
    seen.add(node);
    const inputs = [visibleWhen, bySection.get(node.section)].flatMap((one) => (one ? conditionInputs(one) : []));
    if (derived) inputs.push(...derivationInputs(node), ...(derived.age !== undefined && date ? [date] : []));
    for (const name of inputs) {
      const other = byProperty.get(name);
      if (other) visit(other);
    }
    order.push(node);
  };
  for (const node of fields.values()) visit(node);
  return order;
}

/** Derived fields after those they read; a circle is an error of the definition. */
function inOrder(derived: FieldNode[]): FieldNode[] {
  const byName = new Map(derived.map((f) => [f.name, f]));
  const done: FieldNode[] = [];
  const path: string[] = [];
  const visit = (field: FieldNode): void => {
    if (done.includes(field)) return;
    if (path.includes(field.name))
      throw new Error(`derived values go in a circle: ${[...path, field.name].join(' → ')}`);
    path.push(field.name);
    for (const input of derivationInputs(field)) {
      const other = byName.get(input);
      if (other) visit(other);
    }
    path.pop();
    done.push(field);
  };
  derived.forEach(visit);
  return done;
}
