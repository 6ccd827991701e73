/**
 * The core face of a field type: its text (lists, exports, messages), its typed columns, what can be asked of it.
 * Inputs and displays are the other faces; they live with the screens.
 */
import type { Constants, FieldNode, RecordData } from '../../definitions/types.ts';
import { isBlank } from '../../records/blank.ts';
import type { Calendar } from '../../text/dates.ts';
import type { Language } from '../../text/languages.ts';
import type { Operator } from '../operators.ts';

/** Names of what an id points to; a thing with one name only (a person) has `name`. */
export interface Ref {
  name?: string;
  name_en?: string;
  name_fa?: string;
  name_ps?: string;
  form?: string;
  code?: string | null;
}

/** By id. Items of open choice lists are looked up as `<list>:<id>` first, since their short ids repeat across lists. */
export type Refs = Record<string, Ref>;

export interface TextContext {
  language: Language;
  calendar: Calendar;
  constants: Constants;
  refs: Refs;
}

export interface ColumnShape {
  /** Stored name. */
  name: string;
  kind: 'text' | 'integer' | 'real' | 'date';
}

export interface FieldType {
  /** The answer in words and local digits; empty when there is none. */
  text(node: FieldNode, data: RecordData, context: TextContext): string;
  /** Typed columns for lists, filters and reports; none for what no list shows. */
  columns(node: FieldNode): ColumnShape[];
  operators: readonly Operator[];
  isEmpty(node: FieldNode, data: RecordData): boolean;
}

/** No stored property of the field has a value. */
export function nothingStored(node: FieldNode, data: RecordData): boolean {
  return node.properties.every((name) => isBlank(data[name]));
}

export function storedValue(node: FieldNode, data: RecordData): unknown {
  return data[node.properties[0] ?? node.name];
}

/** One column of a kind for the field's only property. */
export function single(kind: ColumnShape['kind']): (node: FieldNode) => ColumnShape[] {
  return (node) => [{ name: node.properties[0] ?? node.name, kind }];
}

/** Name of an id in the reader's language; the code or the id itself when it is not known. */
export function refName(id: unknown, { refs, language }: TextContext, list?: string): string {
  if (typeof id !== 'string' && typeof id !== 'number') return '';
  const ref = (list !== undefined ? refs[`${list}:${id}`] : undefined) ?? refs[id];
  if (!ref) return String(id);
  return ref[`name_${language}`] || ref.name || ref.name_en || ref.code || String(id);
}

/** Words one after the other with the comma of the language. */
export function joined(words: string[], { language }: TextContext): string {
  return words.filter(Boolean).join(language === 'en' ? ', ' : '، ');
}

export function idsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : isBlank(value) ? [] : [value];
}
