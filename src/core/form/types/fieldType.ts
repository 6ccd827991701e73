/**
 * What a field type says about itself. Everything that treats types differently asks here: projections, filters,
 * spreadsheets, references, logs, seeds, checks of definitions, cells. Input and display are in src/app/widgets/<type>.
 */
import type { Constants, Field, FieldNode, RecordData } from '../../definitions/types.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { Refs } from '../../generated/api.ts';
import type { Text } from '../../generated/form.ts';
import { isBlank } from '../../records/blank.ts';
import type { Calendar } from '../../text/dates.ts';
import type { Language } from '../../text/languages.ts';

export type { Refs };

export interface TextContext {
  language: Language;
  calendar: Calendar;
  constants: Constants;
  refs: Refs;
}

/** What a stored property holds. option: of a closed list; item: of an open list; the plurals hold several. */
export type Part =
  | 'text'
  | 'number'
  | 'integer'
  | 'day'
  | 'instant'
  | 'time'
  | 'option'
  | 'options'
  | 'item'
  | 'items'
  | 'place'
  | 'record'
  | 'records'
  | 'files'
  | 'rows';

/** The schema a stored property must have; checked when definitions are. */
export interface Contract {
  type: 'string' | 'integer' | 'number' | 'array' | 'integer or number';
  format?: string;
  /** Type of a list's items. */
  items?: 'string' | 'object';
  /** scale: among the type's options; some: the contract lists the codes; none: it must not, since the list is open. */
  enum?: 'scale' | 'some' | 'none';
  pattern?: string;
  /** From its minimum to its maximum there are at least two whole numbers, and at most so many. */
  steps?: number;
  /** The constant with its bounds. */
  bounds?: 'latitude' | 'longitude';
  /** Why it does not fit, where “it must be of this type” says too little. */
  otherwise?: 'concat' | 'average' | 'number' | 'open_string';
}

export interface Option {
  value: string;
  label: Text;
}

/** Draws examples; the same seed draws the same. */
export interface Drawing {
  /** Both ends included. */
  whole(from: number, to: number): number;
  weighted(weights: Readonly<Record<string, number>>): string;
}

export interface FieldType {
  /** By part of the field; `value` also stands for each row of a matrix or of counts. Or as definition and contract say. */
  parts: Readonly<Record<string, Part>> | ((node: Pick<FieldNode, 'def' | 'schema'>) => Part);
  /** Parts that `bind` must name; types without it bind nothing. */
  binds?: readonly string[];
  /** Keys of the definition that the type cannot do without. */
  needs?: readonly ('rows' | 'columns' | 'derived' | 'record' | 'person' | 'ends')[];
  /** Keys of the definition one of which says what may be chosen. */
  offers?: readonly ('options' | 'choices' | 'places')[];
  /** None where the contract is free. */
  contract?: Contract | ((def: Field, part: string) => Contract);
  /** Types of one family may be read as each other's in another version of a form. */
  family?: 'words' | 'figures' | 'options' | 'files' | 'records' | 'days';
  /** A closed list that all forms share, the best first. */
  options?(constants: Constants, part: string): readonly Option[] | undefined;
  /** Points of the options in averages: the answers of a rating. */
  points?: Readonly<Record<string, number>>;
  /** What a request says, before it takes the type of its contract. */
  coerce?(given: unknown): unknown;
  /** What a new record begins with; `given` is the contract's default. */
  initial?(given: unknown, node: FieldNode, today: string): unknown;
  /** The answer in words and local digits; empty when there is none. */
  text(node: FieldNode, data: RecordData, context: TextContext): string;
  isEmpty(node: FieldNode, data: RecordData): boolean;
  /**
   * How a cell of a spreadsheet is read; types without it are no columns of one. digits: words that programs take for a number;
   * clock: a time of day; name: what is chosen, by its name in any language, its code or its id.
   */
  read?: 'words' | 'digits' | 'number' | 'day' | 'clock' | 'name';
  /** An example, where the contract alone does not tell what people write. */
  sample?(random: Drawing, today: string): unknown;
  /** What its ids name. */
  refersTo?: 'record' | 'person' | 'place' | 'file';
  /** Errors that have words of their own: of a pattern, of a bound by part, of what a row lacks. */
  errors?: { pattern?: ErrorCode; bounds?: Readonly<Record<string, ErrorCode>>; missing?: ErrorCode };
  /** Written from the left in every language. */
  direction?: 'ltr';
  /** short: a word or a figure, beside its question on a phone; wide: over the whole width. */
  weight?: 'short' | 'wide';
  /** Never names anybody, so a log may hold it. */
  isSafeInLogs?: true;
  /** words: people write names and numbers into it; exact: it tells who somebody is by itself. */
  personal?: 'words' | 'exact';
  /** Never drawn. */
  isHidden?: true;
}

/** No stored property of the field has a value. */
export function nothingStored(node: FieldNode, data: RecordData): boolean {
  return node.properties.every((name) => isBlank(data[name]));
}

export function storedValue(node: FieldNode, data: RecordData): unknown {
  return data[node.properties[0] ?? node.name];
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
