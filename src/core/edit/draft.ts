/**
 * A form as somebody writes it: half-done or not, with every key that nobody here knows. All functions of this folder return a new
 * draft and leave what they were given as it was; what they do not change keeps its place and its order.
 */

import type { Field, JsonSchema, Text } from '../definitions/types.ts';
import { areFieldDefinitions } from '../form/fieldShape.ts';
import { getOwn, isObject } from '../json.ts';
import { type Patch, withPatch } from './parts.ts';

export interface DraftGroup {
  group: string;
  title: Text;
  fields: string[];
}

export interface DraftSection {
  id: string;
  title: Text;
  fields: (string | DraftGroup)[];
}

export type DraftFields = Record<string, Field>;

export interface DraftDefinition {
  sections: DraftSection[];
  fields: DraftFields;
  [key: string]: unknown;
}

/** The definition with its data contract, which the engine completes. */
export interface FormDraft {
  definition: DraftDefinition;
  schema: JsonSchema;
}

/** Returns a draft that can be edited; undefined if its sections or questions have not the shape of any. */
export function readFormDraft({
  definition,
  schema,
}: {
  definition: unknown;
  schema?: unknown;
}): FormDraft | undefined {
  if (!isObject(definition)) return undefined;
  const { sections = [], fields = {} } = definition;
  if (!Array.isArray(sections) || !sections.every(isSection) || !isObject(fields) || !areFieldDefinitions(fields))
    return undefined;
  if (!Object.values(fields).every(isWritten) || !areRules(definition.constraints)) return undefined;
  return {
    definition: { ...definition, sections, fields } as DraftDefinition,
    schema: isObject(schema) ? schema : {},
  };
}

const isText = (value: unknown) => value === undefined || isObject(value);
const areNames = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');

function areRules(value: unknown): boolean {
  if (value === undefined) return true;
  return (
    Array.isArray(value) &&
    value.every((one) => isObject(one) && typeof one.at === 'string' && typeof one.expr === 'string')
  );
}

function isSection(value: unknown): boolean {
  if (!isObject(value) || typeof value.id !== 'string' || !isText(value.title) || !Array.isArray(value.fields))
    return false;
  return value.fields.every(
    (one) =>
      typeof one === 'string' ||
      (isObject(one) && typeof one.group === 'string' && isText(one.title) && areNames(one.fields)),
  );
}

/** The words, columns and groups of a question, beside what its answers are made of. */
function isWritten(value: unknown): boolean {
  if (!isObject(value) || !isText(value.label) || !isText(value.short)) return false;
  const { id = '', groups = [], columns = {} } = value;
  return (
    typeof id === 'string' &&
    Array.isArray(groups) &&
    groups.every((one) => isObject(one) && areNames(one.fields)) &&
    isObject(columns) &&
    Object.values(columns).every(isWritten)
  );
}

/** Returns the question with this path: `members`, or `members.age` for a column. */
export function fieldAt({ definition }: Pick<FormDraft, 'definition'>, path: string): Field | undefined {
  return path.split('.').reduce<Field | undefined>((field, name, depth) => {
    const fields = depth === 0 ? definition.fields : ((field?.columns ?? {}) as DraftFields);
    return getOwn(fields, name);
  }, undefined);
}

/** Returns the questions beside a question: those of the form, or the columns of its table. */
export function siblingFields({ definition }: Pick<FormDraft, 'definition'>, path: string): DraftFields {
  const table = tablePath(path);
  return table === '' ? definition.fields : ((fieldAt({ definition }, table)?.columns ?? {}) as DraftFields);
}

export function tablePath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

export function nameInPath(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Returns the JSON Pointer of a question in its definition. */
export function fieldPointerOf(path: string): string {
  return `/fields/${path.split('.').join('/columns/')}`;
}

/** Returns the draft with other questions beside those of `path`. */
export function withSiblingFields(draft: FormDraft, path: string, fields: DraftFields): FormDraft {
  const table = tablePath(path);
  if (table === '') return { ...draft, definition: { ...draft.definition, fields } };
  const field = fieldAt(draft, table);
  return field ? withField(draft, table, { ...field, columns: fields }) : draft;
}

/** Returns the draft with another question at a path. */
export function withField(draft: FormDraft, path: string, field: Field): FormDraft {
  const beside = siblingFields(draft, path);
  return withSiblingFields(draft, path, { ...beside, [nameInPath(path)]: field });
}

export function patchField(draft: FormDraft, path: string, patch: Patch<Field>): FormDraft {
  const field = fieldAt(draft, path);
  return field ? withField(draft, path, withPatch(field, patch)) : draft;
}

export function patchDefinition(draft: FormDraft, patch: Record<string, unknown>): FormDraft {
  return { ...draft, definition: withPatch(draft.definition, patch) as DraftDefinition };
}

/** Returns the draft with other sections. */
export function withSections(draft: FormDraft, sections: DraftSection[]): FormDraft {
  return { ...draft, definition: { ...draft.definition, sections } };
}
