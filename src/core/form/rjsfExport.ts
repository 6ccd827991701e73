/**
 * Exports a form for stock react-jsonschema-form: one flat JSON Schema of the stored data (draft 7, the default of its
 * validator), a uiSchema in one language, and the rules that neither can express, under their names in the definition.
 */

import type { CompiledForm, Constants, Field, FieldNode, JsonSchema, SectionNode } from '../definitions/types.ts';
import { getOwn } from '../json.ts';
import { pickText } from '../text/languages.ts';
import { newRecord } from './new.ts';
import { hasSeveralProperties, questionUiSchema, sectionUiSchema, type UiContext, type UiSchema } from './rjsf.ts';
import { holdsFiles } from './types/question.ts';

/** Rules by their key in the definition. Each maps questions to the value in the definition. */
export type RulesOutsideSchema = Record<string, Record<string, unknown>>;

/** Keys of a question that JSON Schema cannot express. */
const UNSAID = [
  'choices',
  'filter',
  'places',
  'record',
  'person',
  'rowOf',
  'once',
  'unique',
  'notBefore',
  'notAfter',
  'problemWhen',
  'derived',
  'count',
] as const satisfies readonly (keyof Field)[];

/** Returns the JSON Schema of valid answers. Rules of a conditional question apply only while its condition holds. */
export function exportJsonSchema(form: CompiledForm, constants: Constants): JsonSchema {
  const prefilled = newRecord(form, { today: '', constants });
  const stored = new Map(
    Object.entries((form.validation.properties ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => [
      name,
      rulesOf(schema, Object.hasOwn(prefilled, name)),
    ]),
  );
  const asked = new Map<string, JsonSchema>();
  const properties: Record<string, JsonSchema> = {};
  for (const node of form.fields.values()) {
    for (const name of node.properties) {
      const schema = stored.get(name) ?? {};
      const shownWhen = node.visibleWhen && getOwn(form.conditions, node.visibleWhen) ? node.visibleWhen : undefined;
      // A property without rules is allowed but not rendered. A condition with an expression cannot be exported.
      properties[name] = shownWhen ? {} : schema;
      if (shownWhen) asked.set(shownWhen, { ...asked.get(shownWhen), [name]: schema });
    }
  }
  const shown = [...asked].map(([key, questions]) => ({
    if: getOwn(form.conditions, key),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: questions },
  }));
  const allOf = [...shown, ...((form.validation.allOf ?? []) as JsonSchema[])];
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    required: form.validation.required,
    properties,
    ...(allOf.length > 0 && { allOf }),
  };
}

/** Returns labels, order and widgets in one language. Sections are in `ui:options`, for templates that render them. */
export function exportUiSchema(form: CompiledForm, context: UiContext): UiSchema {
  const { title, description } = form.definition;
  const sections = form.sections.map((section) => ({
    section,
    ui: sectionUiSchema(section, context, questionUiSchema),
  }));
  const stored = ({ fields }: SectionNode) => fields.flatMap(({ properties }) => properties);
  return {
    'ui:title': pickText(title, context.language),
    ...(description && { 'ui:description': pickText(description, context.language) }),
    'ui:order': form.sections.flatMap(stored),
    'ui:options': {
      sections: sections.map(({ section, ui }) => ({
        id: section.id,
        title: ui['ui:title'],
        help: ui['ui:description'],
        // Notes have no property in the schema.
        notes: section.fields
          .filter(({ properties }) => properties.length === 0)
          .map(({ name }) => (getOwn(ui, name) as UiSchema)['ui:title']),
        properties: stored(section),
      })),
    },
    ...Object.assign(
      {},
      ...sections.flatMap(({ section, ui }) =>
        section.fields.map((node) => flatUi(node, getOwn(ui, node.name) as UiSchema)),
      ),
    ),
  };
}

/** Returns a question's uiSchema by property name. If it has several properties, each title says which part it is. */
function flatUi(node: FieldNode, ui: UiSchema): UiSchema {
  const [first] = node.properties;
  if (first === undefined) return {};
  if (!hasSeveralProperties(node)) return { [first]: ui };
  const { 'ui:title': title, 'ui:order': _order, ...rest } = ui;
  return Object.fromEntries(
    node.properties.map((name) => {
      const part = getOwn(ui, name) as UiSchema;
      const words = Object.fromEntries(Object.entries(rest).filter(([key]) => key.startsWith('ui:')));
      return [name, { ...(name === first && words), ...part, 'ui:title': `${title}: ${part['ui:title']}` }];
    }),
  );
}

/** Returns the rules of the form that its schema does not check. */
export function findRulesOutsideSchema(form: CompiledForm): RulesOutsideSchema {
  const rules: RulesOutsideSchema = {};
  const add = (rule: string, name: string, meaning: unknown): void => {
    rules[rule] = { ...getOwn(rules, rule), [name]: meaning };
  };
  const walk = (nodes: Iterable<FieldNode>, base: string): void => {
    for (const node of nodes) {
      const name = `${base}${node.name}`;
      for (const key of UNSAID) if (node.def[key] !== undefined) add(key, name, node.def[key]);
      if (node.parts.province) add('places', name, node.def.bind);
      const alone = node.def.options?.flatMap(({ value, exclusive }) => (exclusive ? [value] : [])) ?? [];
      if (alone.length > 0) add('exclusive', name, alone);
      if (holdsFiles(node)) add('files', name, node.def['ui:options'] ?? {});
      // A schema cannot drop the answer of a question that no longer applies.
      if (node.visibleWhen)
        add(
          'visibleWhen',
          name,
          getOwn(form.conditions, node.visibleWhen) ?? getOwn(form.expressions?.conditions, node.visibleWhen),
        );
      if (node.requiredWhen && !getOwn(form.conditions, node.requiredWhen))
        add('requiredWhen', name, node.def.requiredWhen);
      walk(node.columns ?? [], `${name}.`);
    }
  };
  walk(form.fields.values(), '');
  for (const { id, ...constraint } of form.definition.constraints ?? []) add('constraints', id, constraint);
  if (form.definition.problems) rules.problems = { [form.definition.problems.field]: form.definition.problems };
  return rules;
}

/** Removes titles and descriptions, which are for developers but which RJSF would show to users. */
function rulesOf({ title: _title, description: _description, ...rules }: JsonSchema, prefilled = false): JsonSchema {
  const { default: first, items, prefixItems, properties, ...rest } = rules;
  return {
    ...rest,
    ...(prefilled && first !== undefined && { default: first }),
    ...(items !== undefined && { items: rulesOf(items as JsonSchema) }),
    // As draft 7 writes a tuple.
    ...(prefixItems !== undefined && { items: (prefixItems as JsonSchema[]).map((one) => rulesOf(one)) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, JsonSchema>).map(([name, one]) => [name, rulesOf(one)]),
      ),
    }),
  };
}
