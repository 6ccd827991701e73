/**
 * The one table of what XLSForm and a definition say to each other. Import and export both read it: a construct has the name of
 * its type, the appearance and what a question has that means the same; a column, an appearance or a type without a counterpart
 * has the code of the note that says so.
 */
import type { Field, FieldTypeName } from '../definitions/types.ts';
import type { NoteCode } from './codes.ts';
import type { AnswerKind } from './xpath/scope.ts';

/** Keys of a question that a construct gives. */
export type ConstructKeys = Pick<Field, 'ui:widget' | 'ui:options' | 'default' | 'show'> & { type: FieldTypeName };

export interface Construct {
  /** Names of the type; the first is written. */
  types: readonly string[];
  /** The word in `appearance` that means it. */
  appearance?: string;
  /** Behind the type stands the name of a list, or of a file with one. */
  takes?: 'list' | 'file';
  made: ConstructKeys;
  /** What its answer is in an expression; without it nothing reads it. */
  kind?: AnswerKind;
  /** asked (default): somebody answers it. told: a text. worked: a calculation. unseen: a value that nobody sees. */
  is?: 'told' | 'worked' | 'unseen';
  /** Limits that a data contract would set and XLSForm does not. */
  free?: NonNullable<Field['limits']>;
  /** Parts that are stored under names of their own. */
  parts?: readonly string[];
  /** Its limits are in `parameters`: start, end, step. */
  isSlider?: true;
  /** How a static default is written: as a day, or not at all. Default: as it is. */
  begins?: 'day' | 'never';
  /** Answers that are stored under another code. */
  codes?: ReadonlyMap<string, string>;
  /** A constraint may be a pattern. */
  hasPattern?: true;
  /** What is not carried of it. */
  loss?: NoteCode;
  /** Only written: a type that XLSForm does not have is written as the nearest one. */
  isNearest?: true;
}

const SELECT_ONE = ['select_one', 'select one', 'select1'];
const SELECT_SEVERAL = ['select_multiple', 'select multiple', 'select all that apply'];

export const EXTERNAL = ['select_one_external', 'select one external'];

const SEARCHED = ['autocomplete', 'search'];

/** A question with one option: all of them below each other, a list that opens, or one that is searched. */
function oneOf(types: readonly string[], takes: 'list' | 'file'): Construct[] {
  return [
    { types, takes, appearance: 'minimal', made: { type: 'choice', 'ui:widget': 'select' }, kind: 'text' },
    ...SEARCHED.map(
      (appearance): Construct => ({
        types,
        takes,
        appearance,
        made: { type: 'choice', 'ui:widget': 'search' },
        kind: 'text',
      }),
    ),
    { types, takes, made: { type: 'choice' }, kind: 'text' },
  ];
}

function severalOf(types: readonly string[], takes: 'list' | 'file'): Construct[] {
  return [
    ...SEARCHED.map(
      (appearance): Construct => ({
        types,
        takes,
        appearance,
        made: { type: 'multi', 'ui:widget': 'search' },
        kind: 'texts',
      }),
    ),
    { types, takes, made: { type: 'multi' }, kind: 'texts' },
  ];
}

/** Those with an appearance stand before the plain one of their type. */
const CONSTRUCTS: readonly Construct[] = [
  {
    types: ['text', 'string'],
    appearance: 'multiline',
    made: { type: 'longtext' },
    kind: 'text',
    hasPattern: true,
    free: { maxLength: null },
  },
  { types: ['text', 'string'], appearance: 'url', made: { type: 'url' }, kind: 'text', hasPattern: true },
  {
    types: ['text', 'string', 'q string', 'phone number'],
    made: { type: 'text' },
    kind: 'text',
    hasPattern: true,
    free: { maxLength: null },
  },
  {
    types: ['integer', 'int', 'q int'],
    made: { type: 'integer' },
    kind: 'number',
    free: { minimum: null, maximum: null },
  },
  { types: ['percentage'], made: { type: 'integer' }, kind: 'number', free: { minimum: 0, maximum: 100 } },
  {
    types: ['decimal', 'q decimal'],
    made: { type: 'decimal' },
    kind: 'number',
    free: { minimum: null, maximum: null },
  },
  { types: ['range'], made: { type: 'range' }, kind: 'number', isSlider: true },
  {
    types: ['date'],
    appearance: 'month-year',
    made: { type: 'date', 'ui:options': { month: true } },
    kind: 'date',
    begins: 'day',
  },
  { types: ['date'], appearance: 'year', made: { type: 'year' }, kind: 'number' },
  { types: ['date', 'q date'], made: { type: 'date' }, kind: 'date', begins: 'day' },
  { types: ['time'], made: { type: 'time' }, kind: 'text', begins: 'never' },
  { types: ['datetime', 'date time'], made: { type: 'datetime' }, kind: 'instant', begins: 'never' },
  ...oneOf(SELECT_ONE, 'list'),
  ...severalOf(SELECT_SEVERAL, 'list'),
  ...oneOf(['select_one_from_file'], 'file'),
  ...severalOf(['select_multiple_from_file'], 'file'),
  ...oneOf(EXTERNAL, 'list'),
  { types: ['rank'], takes: 'list', made: { type: 'rank' }, kind: 'texts' },
  { types: ['image', 'photo'], appearance: 'signature', made: { type: 'signature' } },
  { types: ['image', 'photo'], appearance: 'draw', made: { type: 'image' }, loss: 'drawing_plain' },
  { types: ['image', 'photo'], appearance: 'annotate', made: { type: 'image' }, loss: 'drawing_plain' },
  { types: ['image', 'photo', 'q image', 'q picture'], made: { type: 'image' } },
  { types: ['audio'], made: { type: 'audio' } },
  { types: ['video'], made: { type: 'video' } },
  { types: ['file'], made: { type: 'file' } },
  { types: ['barcode'], made: { type: 'barcode' }, kind: 'text', hasPattern: true },
  {
    types: ['geopoint', 'location', 'gps', 'q geopoint', 'q location'],
    made: { type: 'geopoint' },
    parts: ['latitude', 'longitude'],
    loss: 'point_flat',
  },
  { types: ['geotrace'], made: { type: 'geotrace' } },
  { types: ['geoshape'], made: { type: 'geoshape' } },
  {
    types: ['acknowledge', 'trigger'],
    made: { type: 'acknowledge' },
    kind: 'text',
    begins: 'never',
    codes: new Map([['OK', 'yes']]),
  },
  { types: ['note', 'q note'], made: { type: 'note' }, is: 'told' },
  {
    types: ['calculate', 'q calculate', 'calculate_here'],
    made: { type: 'derived', show: false },
    kind: 'text',
    is: 'worked',
  },
  { types: ['today'], made: { type: 'hidden', default: 'today()' }, kind: 'text', is: 'unseen' },
  { types: ['username'], made: { type: 'hidden', default: 'user.name' }, kind: 'text', is: 'unseen' },
  { types: ['hidden'], made: { type: 'hidden' }, kind: 'text', is: 'unseen' },
  { types: ['begin_repeat', 'begin repeat'], made: { type: 'table', 'ui:widget': 'panels' } },
  { types: ['calculate'], made: { type: 'derived' }, isNearest: true },
  { types: ['begin_repeat'], made: { type: 'table' }, isNearest: true },
  { types: ['integer'], made: { type: 'scale' }, isNearest: true },
  { types: ['decimal'], made: { type: 'money' }, isNearest: true },
  { types: ['integer'], made: { type: 'year' }, isNearest: true },
  { types: ['text'], made: { type: 'email' }, isNearest: true },
  { types: ['text'], made: { type: 'phone' }, isNearest: true },
  { types: ['text'], made: { type: 'code' }, isNearest: true },
  { types: SELECT_ONE, takes: 'list', made: { type: 'yesno' }, isNearest: true },
  { types: SELECT_ONE, takes: 'list', made: { type: 'yes-no-dontknow' }, isNearest: true },
  { types: SELECT_ONE, takes: 'list', made: { type: 'rating' }, isNearest: true },
  { types: ['text'], made: { type: 'place' }, isNearest: true },
  { types: ['text'], made: { type: 'record' }, isNearest: true },
  { types: ['text'], made: { type: 'person' }, isNearest: true },
  { types: ['note'], made: { type: 'matrix' }, isNearest: true },
  { types: ['note'], made: { type: 'counts' }, isNearest: true },
  { types: ['note'], made: { type: 'problems' }, isNearest: true },
];

/** Types that are no question here, and the note that says why. Phone number and SIM are refused for good. */
const NO_QUESTION: ReadonlyMap<string, NoteCode> = new Map<string, NoteCode>([
  ['start', 'known_to_record'],
  ['end', 'known_to_record'],
  ['deviceid', 'known_to_record'],
  ['device_id', 'known_to_record'],
  ['phonenumber', 'phone_refused'],
  ['phone_number', 'phone_refused'],
  ['simserial', 'phone_refused'],
  ['sim_serial', 'phone_refused'],
  ['subscriberid', 'phone_refused'],
  ['subscriber_id', 'phone_refused'],
  ['email', 'type_none'],
  ['audit', 'type_none'],
  ['background-audio', 'type_none'],
  ['background-geopoint', 'type_none'],
  ['start-geopoint', 'type_none'],
  ['xml-external', 'type_none'],
  ['csv-external', 'type_none'],
  ['osm', 'type_none'],
  ['imei', 'phone_refused'],
  ...['text audit', 'audio audit', 'speed violations count', 'speed violations list', 'speed violations audit'].map(
    (type) => [type, 'type_none'] as const,
  ),
  ...['caseid', 'comments', 'duration', 'device_info', 'sensor_statistic', 'sensor_stream', 'entity'].map(
    (type) => [type, 'type_none'] as const,
  ),
]);

/** Returns the note on a type that is no question here; undefined for others. Behind some of them stands a name. */
export function unsupportedTypeNote(type: string): NoteCode | undefined {
  return NO_QUESTION.get(type) ?? NO_QUESTION.get(type.split(' ')[0] ?? '');
}

const BY_TYPE = new Map<string, Construct[]>();
for (const construct of CONSTRUCTS)
  if (!construct.isNearest)
    for (const type of construct.types) BY_TYPE.set(type, [...(BY_TYPE.get(type) ?? []), construct]);

/** Names of all types that a workbook may say, for “did you mean”. */
export const TYPE_NAMES: readonly string[] = [
  ...BY_TYPE.keys(),
  ...NO_QUESTION.keys(),
  ...['begin_group', 'end_group', 'end_repeat'],
];

export interface ParsedType {
  construct: Construct;
  /** Name of the list or file. */
  list: string | undefined;
  /** True where `or_other` stands behind the list. */
  orOther: boolean;
}

/** Returns what a type means together with the words of an appearance; undefined for one that is not known. */
export function readType(written: string, appearances: readonly string[]): ParsedType | undefined {
  // “select one from yesno” is the oldest way to write it.
  const given = written.replace(/^(select (?:one|multiple|all that apply)) from\s+/i, '$1 ');
  const plain = given.toLowerCase();
  const names = [...BY_TYPE.keys()].filter((one) => plain === one || plain.startsWith(`${one} `));
  const name = names.sort((a, b) => b.length - a.length)[0];
  const found = name === undefined ? undefined : BY_TYPE.get(name);
  if (name === undefined || !found) return undefined;
  const construct =
    found.find(({ appearance }) => appearance !== undefined && appearances.includes(appearance)) ??
    (found.find(({ appearance }) => appearance === undefined) as Construct);
  const rest = given.slice(name.length).trim();
  const orOther = /(^|\s)or[_ ]other$/i.test(rest);
  const list = orOther ? rest.replace(/\s*or[_ ]other$/i, '') : rest;
  if (!construct.takes && list !== '') return undefined;
  return { construct, list: construct.takes ? list : undefined, orOther };
}

const isMonth = (of: Pick<Field, 'ui:options'>): boolean => (of['ui:options'] as { month?: unknown })?.month === true;

/** Returns the construct that writes a question; the nearest one for a type that XLSForm does not have. */
export function constructOf(field: Field): Construct | undefined {
  const fits = ({ made }: Construct) =>
    made.type === field.type &&
    (made['ui:widget'] === undefined || made['ui:widget'] === field['ui:widget']) &&
    (!isMonth(made) || isMonth(field)) &&
    (made.show === undefined || made.show === field.show) &&
    (made.default === undefined || made.default === field.default);
  return CONSTRUCTS.find(fits);
}
