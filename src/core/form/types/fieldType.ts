/**
 * Everything the code needs to know about a field type. Projections, filters, spreadsheets, references, logs, seeds, checks
 * of definitions and cells read it here. Input and display are in src/app/widgets/<type>.
 */
import type { IconName } from '../../definitions/icons.ts';
import type { Constants, Field, FieldNode, RecordData } from '../../definitions/types.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { RecordError } from '../../errors/recordErrors.ts';
import type { Refs } from '../../generated/api.ts';
import type { Text } from '../../generated/form.ts';
import type { Shape } from '../../geometry/shape.ts';
import { formatRecordName } from '../../records/name.ts';
import type { Calendar } from '../../text/dates.ts';
import { isolateName, type Language, listComma, pickText } from '../../text/languages.ts';
import { isBlank } from '../../text/letters.ts';

export type { Refs };

export interface TextContext {
  /** Of the interface, for dates, numbers, places and open lists. */
  language: Language;
  /** Language of the form's own texts. Default: the one above. */
  tag?: string;
  calendar: Calendar;
  constants: Constants;
  refs: Refs;
  /** Returns the name of the language in which a text is shown for want of a translation. Without it nothing is marked. */
  shownIn?(text: Text): string | undefined;
}

/** What a stored property holds. `option` is from a closed list, `item` from an open list. The plurals hold several. */
export type PropertyKind =
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
  | 'shape'
  | 'rows';

/** The schema a stored property must have. The definitions check compares the contract with it. */
export interface Contract {
  type: 'string' | 'integer' | 'number' | 'array' | 'object' | 'integer or number' | 'integer or number or string';
  format?: string;
  /** Type of a list's items. */
  items?: 'string' | 'object';
  /** scale: only options of the type; some: the contract lists the codes; none: no enum, because the list is open. */
  enum?: 'scale' | 'some' | 'none';
  /** A list must not hold an item twice. */
  unique?: true;
  pattern?: string;
  /** The range from minimum to maximum holds at least two whole numbers, and at most this many. */
  steps?: number;
  /** Both bounds are there, the least below the most, and both are multiples of `multipleOf`, if there is one. */
  slider?: true;
  /** A GeoJSON geometry of this type, whose positions are within the bounds of the constants. */
  geometry?: Shape['type'];
  /** The constant that holds the bounds. */
  bounds?: 'latitude' | 'longitude';
  /** The reason to report if the contract does not fit, where “it must be of this type” says too little. */
  otherwise?: 'concat' | 'average' | 'number' | 'open_string';
}

export interface Option {
  value: string;
  label: Text;
  exclusive?: boolean;
}

/** Random source for examples. The same seed gives the same examples. */
export interface RandomSource {
  /** Returns a whole number; both ends are included. */
  whole(from: number, to: number): number;
  weighted(weights: Readonly<Record<string, number>>): string;
}

/** The type of each option's value; `least` is for numbers that have a least. */
export type UiOptions = Readonly<Record<string, 'number' | 'string' | 'boolean' | { least: number }>>;

/** Keys of `ui:options` that the frame of every question reads. */
export const FRAME_OPTIONS: UiOptions = { wide: 'boolean' };

/** Where a type stands among the others when one is chosen for a question. */
export type FieldTypeGroup =
  | 'usual'
  | 'words'
  | 'figures'
  | 'options'
  | 'days'
  | 'files'
  | 'places'
  | 'references'
  | 'rows'
  | 'worked';

/** What a family of types shares: everything but what tells them apart where one is chosen. */
export type FieldTypeBase = Omit<FieldType, 'icon' | 'group'>;

export interface FieldType {
  /** Drawn beside questions of this type where forms are written. */
  icon: IconName;
  group: FieldTypeGroup;
  /** By part; `value` also covers each row of a matrix or counts field. A function decides by definition and contract. */
  parts: Readonly<Record<string, PropertyKind>> | ((node: Pick<FieldNode, 'def' | 'schema'>) => PropertyKind);
  /** Parts that `bind` must name. Types without it bind nothing. */
  binds?: readonly string[];
  /** Keys of the definition that the type requires. */
  needs?: readonly ('rows' | 'columns' | 'derived' | 'record' | 'person' | 'ends')[];
  /** Keys of the definition that give the choices. Exactly one must be present. */
  offers?: readonly ('options' | 'choices' | 'places')[];
  /** Several options can be chosen at once, so that one of them may exclude the others. */
  combines?: true;
  /** Its input shows pictures and sounds of options. */
  optionMedia?: true;
  /** Names that `ui:widget` may have: looks of its own input, and widgets that the theme registers for it. */
  looks?: readonly string[];
  /** Keys of `ui:options` that its input reads, beside those of the frame, and the type of each value. */
  uiOptions?: UiOptions;
  /** Absent if the contract is free. */
  contract?: Contract | ((def: Field, part: string) => Contract);
  /**
   * The shared type (schemas/common/types.schema.json) that its contract refers to when the engine writes it. Without one,
   * `contract` says enough.
   */
  writes?: string | ((def: Field, part: string) => string | undefined);
  /** Its rows are those of the row definition that the form names. */
  repeats?: true;
  /** Parts that need no answer where the question needs one. */
  optional?: readonly string[];
  /** Types of one family can replace each other in another version of a form. */
  family?: 'words' | 'figures' | 'options' | 'files' | 'records' | 'days';
  /** Returns a closed list that all forms share, best option first. */
  options?(constants: Constants, part: string): readonly Option[] | undefined;
  /** Points of each option in averages. Only ratings have them. */
  points?: Readonly<Record<string, number>>;
  /** Parts whose numbers lists add up: the amounts, and what must not be mixed in a sum. */
  sums?: { of: string; per: string };
  /** Converts a value of a request before it gets the type of its contract. */
  coerce?(given: unknown): unknown;
  /** Returns the initial value in a new record. `given` is the default of the contract. */
  initial?(given: unknown, node: FieldNode, today: string): unknown;
  /** Returns the answer as text with local digits; an empty text if there is no answer. */
  text(node: FieldNode, data: RecordData, context: TextContext): string;
  /** Returns what an exported cell says, if programs should be able to read it and its text is for people only. */
  cell?(node: FieldNode, data: RecordData): string;
  isEmpty(node: FieldNode, data: RecordData): boolean;
  /** Returns what is wrong with an answer, if the errors of its contract would say too little. It then replaces them. */
  rule?(value: unknown, node: Pick<FieldNode, 'def' | 'schema'>): RecordError | undefined;
  /**
   * How a spreadsheet cell is read. Types without it cannot be columns. digits: text that programs mistake for a number;
   * clock: a time of day; name: a choice, given by its name in any language, its code or its id.
   */
  read?: 'words' | 'digits' | 'number' | 'day' | 'clock' | 'name';
  /** Returns an example, if the contract alone does not show what people write. */
  sample?(random: RandomSource, today: string): unknown;
  /** What the ids in its value refer to. */
  refersTo?: 'record' | 'person' | 'place' | 'file';
  /** The only kind of files it takes. */
  media?: 'image' | 'audio' | 'video';
  /** Error codes that replace the general ones: for a pattern, for the bounds of a part, for a missing property of a row. */
  errors?: { pattern?: ErrorCode; bounds?: Readonly<Record<string, ErrorCode>>; missing?: ErrorCode };
  /** Written from left to right in every language. */
  direction?: 'ltr';
  /** An answer uses the full width. */
  isWide?: true;
  /** Never names anybody, so logs may contain it. */
  isSafeInLogs?: true;
  /** words: people may type names and numbers into it; exact: the value alone identifies a person. */
  personal?: 'words' | 'exact';
  /** Never rendered. */
  isHidden?: true;
}

/** Returns true if no stored property of the field has a value. */
export function isUnanswered(node: FieldNode, data: RecordData): boolean {
  return node.properties.every((name) => isBlank(data[name]));
}

export function storedValue(node: FieldNode, data: RecordData): unknown {
  return data[node.properties[0] ?? node.name];
}

/** Returns the name of an id in the user's language. If it is unknown, returns the code or the id itself. */
export function referenceName(id: unknown, { refs, language, calendar }: TextContext, list?: string): string {
  if (typeof id !== 'string' && typeof id !== 'number') return '';
  const ref = (list !== undefined ? refs[`${list}:${id}`] : undefined) ?? refs[id];
  if (!ref) return String(id);
  const own = ref[`name_${language}`] || (ref.name && formatRecordName(ref.name, { language, calendar }));
  return own || ref.name_en || ref.code || String(id);
}

/** Returns a text of the form, or of what all forms share, which has the languages of the interface only. */
export function formTextIn(
  text: Text,
  { language, tag = language, shownIn }: Pick<TextContext, 'language' | 'tag' | 'shownIn'>,
): string {
  const label = pickText(text, Object.hasOwn(text, tag) ? tag : language);
  const other = shownIn?.(text);
  return other === undefined ? label : appendLanguageName(label, other);
}

/** Returns words with the name of their language, where a translation is missing and there is no room for a mark. */
export function appendLanguageName(words: string, name: string): string {
  return `${isolateName(words)} (${isolateName(name)})`;
}

/** Joins texts with the comma of the language. */
export function joinWithComma(words: string[], { language }: TextContext): string {
  return words.filter(Boolean).join(listComma(language));
}

export function toIdList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : isBlank(value) ? [] : [value];
}
