/**
 * The settings of a form and of a question that the designer shows one like the other: what each is made of, and where its
 * values come from. `schemas/meta/form.schema.json` says the same of each, with what it does.
 */
import type { Field, FieldTypeName } from '../definitions/types.ts';
import { FRAME_OPTIONS, type UiOptions } from '../form/types/fieldType.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { tablePath } from './draft.ts';
import { isAnswered, storesOnly, takesOptions } from './kinds.ts';

/** What a name in a setting names. Beside a question are those of the same record; beside a column, those of its table. */
export type SettingSource =
  | 'daysBeside'
  | 'optionsBeside'
  | 'questions'
  | 'days'
  | 'options'
  | 'derived'
  | 'records'
  | 'logs'
  | 'sections'
  | 'columns'
  | 'topics'
  | 'forms'
  | 'lists'
  | 'roles'
  | 'below'
  | 'tables'
  | 'times'
  | 'sources';

export type SettingShape =
  | { is: 'one'; of: SettingSource }
  | { is: 'several'; of: SettingSource }
  | { is: 'constant'; values: readonly (string | boolean)[] }
  /** Several of these. */
  | { is: 'marks'; values: readonly string[] }
  /** `parts`: parts of a number too. */
  | { is: 'number'; least?: number; most?: number; parts?: true }
  /** Names or whole numbers, written one after the other. */
  | { is: 'lines'; numbers?: true }
  /** A name, a number, or several. */
  | { is: 'value' }
  /** By what is named: one of the values. */
  | { is: 'map'; of: SettingSource; values: readonly string[] }
  /** False, or its parts. */
  | { is: 'unless'; parts: SettingShapes }
  | { is: 'words' }
  | { is: 'expression' }
  | { is: 'line' | 'yes' }
  | { is: 'parts'; parts: SettingShapes }
  /** Objects in order. `names`: the part that tells them apart, which the engine writes for a new one. */
  | { is: 'list'; parts: SettingShapes; names?: string };

export type SettingShapes = Readonly<Record<string, SettingShape>>;

const TITLE: SettingShape = { is: 'words' };
const several = (of: SettingSource): SettingShape => ({ is: 'several', of });
const one = (of: SettingSource): SettingShape => ({ is: 'one', of });
const number = (least?: number, most?: number): SettingShape => ({
  is: 'number',
  ...(least !== undefined && { least }),
  ...(most !== undefined && { most }),
});

const marks = (values: readonly string[]): SettingShape => ({ is: 'marks', values });
const constant = (values: readonly string[]): SettingShape => ({ is: 'constant', values });

/** Types whose questions a reviewer's flag counts. */
const COUNTED = ['rating', 'scale', 'yesno', 'yes-no-dontknow', 'choice', 'multi', 'matrix'];

/** What the server knows of a submission that a log keeps. */
const FACTS = [
  ...[
    'at',
    'who',
    'form',
    'action',
    'record',
    'code',
    'site',
    'province',
    'district',
    'village',
    'answered',
    'reasons',
  ],
  ...['errors', 'answers'],
];

const FLAGS: SettingShapes = {
  blank: {
    is: 'unless',
    parts: { types: marks(COUNTED), from: number(1), share: { is: 'number', most: 1, parts: true } },
  },
  unchanged: { is: 'unless', parts: { types: marks(COUNTED), from: number(1) } },
  future: { is: 'unless', parts: { days: number(0) } },
  clock: { is: 'unless', parts: { minutes: number(1) } },
  outside: {
    is: 'unless',
    parts: { kilometres: { is: 'number', parts: true }, border: { is: 'number', least: 0, parts: true } },
  },
  short: { is: 'unless', parts: { from: one('times'), to: one('times'), minutes: number(1) } },
  same: { is: 'unless', parts: {} },
};

const FIGURES: SettingShape = {
  is: 'parts',
  parts: {
    title: TITLE,
    filters: several('sources'),
    items: {
      is: 'list',
      names: 'id',
      parts: {
        show: constant(['count', 'average', 'bars', 'donut', 'months', 'ages']),
        title: TITLE,
        help: TITLE,
        by: one('sources'),
        of: one('sources'),
        where: {
          is: 'list',
          parts: {
            field: one('sources'),
            op: constant(['eq', 'ne', 'in', 'empty', 'gte', 'lte']),
            value: { is: 'value' },
            daysAgo: number(0),
          },
        },
        limits: { is: 'lines', numbers: true },
        overdue: number(0),
        alarm: { is: 'yes' },
      },
    },
  },
};

/** Settings of a form, by key. */
export const FORM_SETTINGS: SettingShapes = {
  due: {
    is: 'parts',
    parts: {
      every: { is: 'constant', values: ['week', 'month', 'quarter', 'year'] },
      site: one('records'),
      calendar: { is: 'constant', values: ['solar', 'gregorian'] },
      assigned: { is: 'line' },
      also: several('forms'),
    },
  },
  dueDates: {
    is: 'list',
    parts: {
      field: one('days'),
      label: TITLE,
      days: number(1),
      times: number(2, 10),
      ahead: number(0),
      late: number(0),
    },
  },
  problems: { is: 'parts', parts: { field: one('logs'), types: one('lists') } },
  sameAs: { is: 'parts', parts: { fields: several('questions') } },
  detail: {
    is: 'parts',
    parts: {
      tabs: {
        is: 'list',
        names: 'id',
        parts: {
          show: { is: 'constant', values: ['sections', 'children', 'problems', 'rates', 'attachments', 'history'] },
          title: TITLE,
          sections: several('sections'),
          type: one('below'),
        },
      },
      transitions: { is: 'constant', values: ['buttons', 'dialog'] },
    },
  },
  topics: { is: 'list', names: 'id', parts: { label: TITLE } },
  matrix: {
    is: 'parts',
    parts: { title: TITLE, rows: one('options'), columns: one('options'), level: one('derived') },
  },
  quick: { is: 'parts', parts: { fields: several('questions'), title: TITLE, description: TITLE } },
  import: {
    is: 'parts',
    parts: { path: { is: 'line' }, fields: several('questions'), key: several('questions'), rows: number(1, 5000) },
  },
  rates: { is: 'parts', parts: { form: one('forms') } },
  notices: {
    is: 'parts',
    parts: { saved: number(1000), failed: { is: 'constant', values: ['failed-request', 'request-failed'] } },
  },
  figures: FIGURES,
  gallery: {
    is: 'parts',
    parts: {
      picture: one('questions'),
      captions: several('questions'),
      narrow: one('options'),
      place: one('questions'),
      description: one('questions'),
      cover: one('questions'),
      order: one('questions'),
    },
  },
  review: { is: 'parts', parts: { flags: { is: 'parts', parts: FLAGS } } },
  log: {
    is: 'parts',
    parts: {
      kinds: marks(['site', 'sheet', 'survey', 'record', 'event', 'person']),
      outcome: constant(['accepted', 'refused']),
      keep: { is: 'parts', parts: { days: number(1), entries: number(100) } },
      facts: { is: 'map', of: 'questions', values: FACTS },
    },
  },
};

/** Returns the settings that a form of its kind can have. */
export function formSettings(kind: unknown): SettingShapes {
  const { log, ...others } = FORM_SETTINGS;
  return kind === 'log' && log ? { log, ...others } : others;
}

/** Sentences that a question may have of its own, by code of the error catalogue. */
const OWN_MESSAGES = [
  'required',
  'minimum',
  'maximum',
  'min_length',
  'max_length',
  'too_few',
  'too_many',
  'pattern',
  'unique',
] as const;

/** Returns the settings that a question of its type can have, by key. */
export function questionSettings(path: string, field: Field): SettingShapes {
  const { family, needs = [], offers = [], isHidden = false } = FIELD_TYPES[field.type];
  const isAsked = isAnswered(field);
  const ui = uiShapes(field.type);
  return {
    ...(tablePath(path) === '' && { topic: one('topics') }),
    ...(isHidden && tablePath(path) !== '' && { rowOf: several('tables') }),
    ...(needs.includes('columns') && { rowIds: { is: 'lines' } }),
    aliases: { is: 'lines' },
    ...(family === 'words' && isAsked && { remarkOf: one('optionsBeside') }),
    ...(storesOnly(field, 'day') &&
      isAsked && { notBefore: one('daysBeside'), notAfter: { is: 'constant', values: ['today'] } }),
    ...((offers.length > 0 || needs.includes('record') || needs.includes('person')) && {
      filter: { is: 'expression' },
    }),
    ...(takesOptions(field) && { order: { is: 'constant', values: ['random'] } }),
    ...(family === 'words' && isAsked && { language: { is: 'constant', values: ['en', 'fa', 'ps'] } }),
    ...(family === 'files' && { keepPosition: { is: 'yes' } }),
    ...(field.problemWhen && { problemType: { is: 'line' } }),
    ...(family === 'words' && isAsked && { suggest: { is: 'parts', parts: { choices: one('lists') } } }),
    ...(needs.includes('person') && {
      person: { is: 'parts', parts: { roles: several('roles'), near: { is: 'yes' } } },
    }),
    ...(needs.includes('columns') && {
      groups: {
        is: 'list',
        names: 'group',
        parts: { title: TITLE, help: TITLE, fields: several('columns') },
      },
    }),
    ...(field.derived && {
      show: { is: 'constant', values: [false] },
      bands: {
        is: 'list',
        parts: {
          from: number(),
          label: TITLE,
          variant: { is: 'constant', values: ['gray', 'blue', 'green', 'orange', 'red'] },
        },
      },
    }),
    ...(isAsked && {
      messages: { is: 'parts', parts: Object.fromEntries(OWN_MESSAGES.map((code) => [code, TITLE])) },
    }),
    ...(Object.keys(ui).length > 0 && { 'ui:options': { is: 'parts', parts: ui } }),
  };
}

/** What the input of a type and the frame around it read in `ui:options`. */
function uiShapes(type: FieldTypeName): SettingShapes {
  const known: UiOptions = { ...FRAME_OPTIONS, ...FIELD_TYPES[type].uiOptions };
  return Object.fromEntries(
    Object.entries(known).map(([name, of]): [string, SettingShape] => {
      if (of === 'boolean') return [name, name === 'total' ? { is: 'constant', values: [false] } : { is: 'yes' }];
      if (of === 'string') return [name, name === 'heading' ? one('columns') : { is: 'line' }];
      return [name, number(of === 'number' ? undefined : of.least)];
    }),
  );
}
