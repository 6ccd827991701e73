/**
 * Questions in the words of react-jsonschema-form: labels, help, order, widgets and names of options as a uiSchema. For
 * others it names only widgets of RJSF itself, so that a form is drawn by anybody who has RJSF and nothing of ours; for our
 * screens it names our inputs, which are registered there by type.
 */
import type { Constants, Field, FieldNode, JsonSchema, SectionNode } from '../definitions/types.ts';
import { type Language, pick, type Text } from '../text/languages.ts';
import { isAsked } from './types/question.ts';

export type UiSchema = { [keyword: string]: unknown };

/** Who reads the form: the language, and the scales that all forms share. */
interface Reader {
  language: Language;
  constants: Constants;
}

export interface UiContext extends Reader {
  /** Name of a part of a question that stores several values: province, latitude, currency. */
  part(name: string): string;
}

/** As many options as stand open; more are in a list. */
const OPEN_OPTIONS = 5;
/** A text that may be longer has a box of several lines. */
const ONE_LINE = 250;

/** Several stored names are one object of parts, drawn by a field; a single one is a value, entered by a widget. */
export function bindsSeveral({ def }: FieldNode): boolean {
  return def.bind !== undefined || def.rows !== undefined;
}

/** The questions of a section by their names, in the order of the definition; each as `ui` says it. */
export function sectionUi<C extends Reader>(
  { def, fields }: SectionNode,
  context: C,
  ui: (node: FieldNode, context: C) => UiSchema,
): UiSchema {
  return {
    'ui:title': pick(def.title, context.language),
    ...(def.help && { 'ui:description': pick(def.help, context.language) }),
    'ui:order': fields.map(({ name }) => name),
    ...Object.fromEntries(fields.map((node) => [node.name, ui(node, context)])),
  };
}

/** One question for our own inputs; a definition may name another one, which then gets the names of the options too. */
export function typedUi(node: FieldNode, context: Reader): UiSchema {
  const { def, schema, type } = node;
  const named = def['ui:widget'];
  const scale = named === undefined ? undefined : (schema.enum as string[] | undefined);
  return {
    ...wordsUi(def, context),
    [bindsSeveral(node) ? 'ui:field' : 'ui:widget']: named ?? type,
    ...(def['ui:options'] && { 'ui:options': def['ui:options'] }),
    ...(scale && { 'ui:enumNames': scale.map((value) => optionName(value, scale, def, context)) }),
  };
}

/** One question for RJSF's widgets; what it stores in several values is an object of them. */
export function questionUi(node: FieldNode, context: UiContext): UiSchema {
  const { def } = node;
  const { properties } = node.schema as { properties?: Record<string, JsonSchema> };
  const words = wordsUi(def, context);
  if (!properties) return { ...words, ...valueUi(node, node.schema, context) };
  const parts = Object.entries(node.parts).map(([part, stored]) => {
    const row = def.rows?.find(({ name }) => name === stored)?.label;
    const title = row ? pick(row, context.language) : context.part(part);
    return [stored, { 'ui:title': title, ...valueUi(node, properties[stored] ?? {}, context) }];
  });
  return { ...words, 'ui:order': node.properties, ...Object.fromEntries(parts) };
}

function wordsUi({ label, help, placeholder, unit }: Field, { language }: Reader): UiSchema {
  const say = (key: string, text: Text | undefined): UiSchema => (text ? { [key]: pick(text, language) } : {});
  return {
    ...say('ui:title', label),
    ...say('ui:description', unit),
    ...say('ui:help', help),
    ...say('ui:placeholder', placeholder),
  };
}

/** How one stored value is entered. */
function valueUi(node: FieldNode, schema: JsonSchema, context: UiContext): UiSchema {
  const { def, columns } = node;
  if (!isAsked(node)) return { 'ui:widget': 'hidden' };
  const fixed = { ...(def.derived && { 'ui:readonly': true }), ...optionsUi(def) };
  const items = (schema.items ?? {}) as JsonSchema;
  if (columns) {
    const cells = Object.fromEntries(columns.map((column) => [column.name, questionUi(column, context)]));
    return { ...fixed, items: { 'ui:order': columns.map(({ name }) => name), ...cells } };
  }
  const scale = (schema.enum ?? items.enum) as string[] | undefined;
  if (scale) {
    const widget = schema.enum ? (scale.length <= OPEN_OPTIONS ? 'radio' : 'select') : 'checkboxes';
    const asked = def['ui:widget'];
    return {
      ...fixed,
      'ui:widget': schema.enum && (asked === 'radio' || asked === 'select') ? asked : widget,
      'ui:enumNames': scale.map((value) => optionName(value, scale, def, context)),
    };
  }
  const isLong = schema.type === 'string' && Number(schema.maxLength ?? 0) > ONE_LINE && !schema.format;
  return isLong ? { 'ui:widget': 'textarea', ...fixed } : fixed;
}

/** What RJSF's own widgets understand of the options of ours. */
function optionsUi(def: Field): UiSchema {
  const { rows, accept } = (def['ui:options'] ?? {}) as { rows?: number; accept?: string };
  return rows || accept ? { 'ui:options': { ...(rows && { rows }), ...(accept && { accept }) } } : {};
}

function optionName(value: string, scale: readonly string[], def: Field, { constants, language }: Reader): string {
  const scales: readonly (readonly { value: string; label: Text }[])[] = [
    def.options ?? [],
    constants.yesNo,
    constants.yesNoDontKnow,
    constants.ratings,
    constants.currencies,
  ];
  const known = scales.find((one) => scale.every((code) => one.some((option) => option.value === code)));
  const label = known?.find((option) => option.value === value)?.label;
  return label ? pick(label, language) : value;
}
