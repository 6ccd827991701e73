/**
 * Writes questions as a uiSchema for react-jsonschema-form: labels, help, order, widgets and option names. An export names
 * only RJSF's own widgets, so that anybody with RJSF can render the form without our code. For our screens it names our
 * inputs, which are registered there by type.
 */

import type { Constants, Field, FieldNode, JsonSchema, SectionNode } from '../definitions/types.ts';
import { getOwn } from '../json.ts';
import { type Language, pickText, type Text, textAsWritten } from '../text/languages.ts';
import { isAnswerable, isVisibleField } from './types/question.ts';

export type UiSchema = { [keyword: string]: unknown };

/** Language of the user, and the scales that all forms share. */
interface Reader {
  language: Language;
  constants: Constants;
}

export interface UiContext extends Reader {
  /** Returns the label of a part of a question with several values, such as province, latitude, currency. */
  part(name: string): string;
}

/** Up to this many options are radio buttons; more become a select list. */
const OPEN_OPTIONS = 5;
/** A text that may be longer gets a textarea. */
const ONE_LINE = 250;

/** Returns true if the field has several properties. RJSF then renders it as an object with a field, not with a widget. */
export function hasSeveralProperties({ def }: FieldNode): boolean {
  return def.bind !== undefined || def.rows !== undefined;
}

/** Returns the uiSchema of a section: its questions by name, in the order of the definition, each written by `ui`. */
export function sectionUiSchema<C extends Reader>(
  { def, fields }: SectionNode,
  context: C,
  ui: (node: FieldNode, context: C) => UiSchema,
): UiSchema {
  return {
    'ui:title': pickText(def.title, context.language),
    ...(def.help && { 'ui:description': pickText(def.help, context.language) }),
    'ui:order': fields.map(({ name }) => name),
    ...Object.fromEntries(fields.map((node) => [node.name, ui(node, context)])),
  };
}

/** Returns a question's uiSchema for our inputs. If the definition names another widget, it also gets the option names. */
export function inputUiSchema(node: FieldNode, context: Reader): UiSchema {
  const { def, schema, type } = node;
  const named = def['ui:widget'];
  const scale = named === undefined ? undefined : (schema.enum as string[] | undefined);
  return {
    ...wordsUi(def, context, textAsWritten),
    [hasSeveralProperties(node) ? 'ui:field' : 'ui:widget']: isVisibleField(node) ? (named ?? type) : 'hidden',
    ...(def['ui:options'] && { 'ui:options': def['ui:options'] }),
    ...(scale && { 'ui:enumNames': scale.map((value) => optionName(value, scale, def, context)) }),
  };
}

/** Returns the uiSchema of a question for RJSF's widgets. A question with several properties becomes an object. */
export function questionUiSchema(node: FieldNode, context: UiContext): UiSchema {
  const { def } = node;
  const words = wordsUi(def, context);
  if (!hasSeveralProperties(node)) return { ...words, ...valueUi(node, node.schema, context) };
  const { properties = {} } = node.schema as { properties?: Record<string, JsonSchema> };
  const parts = Object.entries(node.parts).map(([part, stored]) => {
    const row = def.rows?.find(({ name }) => name === stored)?.label;
    const title = row ? pickText(row, context.language) : context.part(part);
    return [stored, { 'ui:title': title, ...valueUi(node, getOwn(properties, stored) ?? {}, context) }];
  });
  return { ...words, 'ui:order': node.properties, ...Object.fromEntries(parts) };
}

function wordsUi({ label, help, placeholder, unit }: Field, { language }: Reader, read = pickText): UiSchema {
  const say = (key: string, text: Text | undefined): UiSchema => (text ? { [key]: read(text, language) } : {});
  return {
    ...say('ui:title', label),
    ...say('ui:description', unit),
    ...say('ui:help', help),
    ...say('ui:placeholder', placeholder),
  };
}

/** Returns how one stored value is entered. */
function valueUi(node: FieldNode, schema: JsonSchema, context: UiContext): UiSchema {
  const { def, columns } = node;
  if (!isAnswerable(node)) return { 'ui:widget': 'hidden' };
  const fixed = { ...(def.derived && { 'ui:readonly': true }), ...optionsUi(def) };
  const items = (schema.items ?? {}) as JsonSchema;
  if (columns) {
    const cells = Object.fromEntries(columns.map((column) => [column.name, questionUiSchema(column, context)]));
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

/** Returns those of our options that RJSF's own widgets understand. */
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
  return label ? pickText(label, language) : value;
}
