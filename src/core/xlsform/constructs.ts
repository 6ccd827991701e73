/**
 * The one table of what XLSForm and a definition say to each other. Import and export both read it: a construct has the name of
 * its type, the appearance and what a question has that means the same; a column, an appearance or a type without a counterpart
 * has the code of the note that says so.
 */
import type { Field, FieldTypeName } from '../definitions/types.ts';
import type { NoteCode } from './codes.ts';
import type { Kind } from './xpath/scope.ts';

/** Keys of a question that a construct gives. */
export type Made = Pick<Field, 'ui:widget' | 'ui:options' | 'default' | 'show'> & { type: FieldTypeName };

export interface Construct {
  /** Names of the type; the first is written. */
  types: readonly string[];
  /** The word in `appearance` that means it. */
  appearance?: string;
  /** Behind the type stands the name of a list, or of a file with one. */
  takes?: 'list' | 'file';
  made: Made;
  /** What its answer is in an expression; without it nothing reads it. */
  kind?: Kind;
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
  { types: ['text', 'string'], made: { type: 'text' }, kind: 'text', hasPattern: true, free: { maxLength: null } },
  { types: ['integer', 'int'], made: { type: 'integer' }, kind: 'number', free: { minimum: null, maximum: null } },
  { types: ['decimal'], made: { type: 'decimal' }, kind: 'number', free: { minimum: null, maximum: null } },
  { types: ['range'], made: { type: 'range' }, kind: 'number', isSlider: true },
  {
    types: ['date'],
    appearance: 'month-year',
    made: { type: 'date', 'ui:options': { month: true } },
    kind: 'date',
    begins: 'day',
  },
  { types: ['date'], appearance: 'year', made: { type: 'year' }, kind: 'number' },
  { types: ['date'], made: { type: 'date' }, kind: 'date', begins: 'day' },
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
  { types: ['image', 'photo'], made: { type: 'image' } },
  { types: ['audio'], made: { type: 'audio' } },
  { types: ['video'], made: { type: 'video' } },
  { types: ['file'], made: { type: 'file' } },
  { types: ['barcode'], made: { type: 'barcode' }, kind: 'text', hasPattern: true },
  { types: ['geopoint', 'location'], made: { type: 'geopoint' }, parts: ['latitude', 'longitude'], loss: 'point_flat' },
  { types: ['geotrace'], made: { type: 'geotrace' } },
  { types: ['geoshape'], made: { type: 'geoshape' } },
  { types: ['acknowledge', 'trigger'], made: { type: 'acknowledge' }, kind: 'text', begins: 'never' },
  { types: ['note'], made: { type: 'note' }, is: 'told' },
  { types: ['calculate'], made: { type: 'derived', show: false }, kind: 'text', is: 'worked' },
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
export const NO_QUESTION: ReadonlyMap<string, NoteCode> = new Map<string, NoteCode>([
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
]);

/** Words of `appearance` that say only how a question is laid out. */
export const LAYOUT: ReadonlySet<string> = new Set([
  ...['field-list', 'horizontal', 'horizontal-compact', 'vertical', 'quick', 'quickcompact', 'compact', 'columns'],
  ...['columns-pack', 'columns-flex', 'columns-1', 'columns-2', 'columns-3', 'columns-4', 'columns-5', 'no-buttons'],
  ...['likert', 'list-nolabel', 'label', 'list', 'table-list', 'image-map', 'no-calendar', 'thousands-sep', 'numbers'],
  ...['bearing', 'maps', 'placement-map', 'hide-input', 'picker', 'new', 'new-front', 'new-rear', 'selfie', 'rating'],
  ...['summary', 'no-collapse', 'grid', 'distress', 'my-location', 'streets', 'h1', 'h2', 'h3', 'h4', 'h5', 'textarea'],
  ...['w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7', 'w8', 'w9', 'w10', 'w11', 'w12', 'pages', 'theme-grid', 'ethiopian'],
]);

/** What a column of a sheet is read by: a rule of the importer, or the note that says why it is not. */
export type ColumnUse = 'read' | { loss: NoteCode };

const read = (...keys: string[]): [string, ColumnUse][] => keys.map((key) => [key, 'read']);
const lost = (loss: NoteCode, ...keys: string[]): [string, ColumnUse][] => keys.map((key) => [key, { loss }]);

export const SURVEY_COLUMNS: ReadonlyMap<string, ColumnUse> = new Map([
  ...read('type', 'name', 'label', 'hint', 'guidance_hint', 'relevant', 'constraint', 'constraint_message', 'required'),
  ...read('required_message', 'calculation', 'default', 'trigger', 'repeat_count', 'choice_filter', 'readonly'),
  ...read('appearance', 'parameters'),
  ...lost('media_elsewhere', 'media::image', 'media::audio', 'media::video', 'media::big-image'),
  ...lost('column_layout', 'disabled', 'comment', 'comments', 'note', 'notes', 'autoplay', 'rows'),
  ...lost(
    'column_scoring',
    'kobo--score-choices',
    'kobo--rank-items',
    'kobo--rank-constraint-message',
    'kobo--matrix_list',
  ),
  ...lost('column_entities', 'save_to', 'save_incomplete', 'bind::saveincomplete'),
  ...lost('column_native', '$kuid', '$autoname', '$xpath', '$qpath', '_or_other', 'kobo--locking-profile'),
]);

export const CHOICE_COLUMNS: ReadonlyMap<string, ColumnUse> = new Map([
  ...read('list_name', 'name', 'label'),
  ...lost('media_elsewhere', 'media::image', 'media::audio', 'media::video', 'media::big-image'),
  ...lost('column_native', '$kuid', '$autovalue'),
]);

export const SETTINGS_COLUMNS: ReadonlyMap<string, ColumnUse> = new Map([
  ...read('form_title', 'form_id', 'version', 'default_language', 'instance_name'),
  ...lost('setting_layout', 'style', 'name', 'sms_keyword', 'prefix', 'delimiter', 'namespaces', 'clean_text_values'),
  ...lost('setting_sending', 'submission_url', 'auto_send', 'auto_delete', 'public_key', 'allow_choice_duplicates'),
  ...lost('setting_sending', 'instance_xmlns', 'compact_tag', 'compact_prefix', 'compact_delimiter', 'add_none_option'),
]);

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

export interface TypeRead {
  construct: Construct;
  /** Name of the list or file. */
  list: string | undefined;
  /** True where `or_other` stands behind the list. */
  orOther: boolean;
}

/** Returns what a type means together with the words of an appearance; undefined for one that is not known. */
export function readType(written: string, appearances: readonly string[]): TypeRead | undefined {
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
