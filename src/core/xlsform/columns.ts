/** What the columns of the sheets, and the words of an appearance, are read by. */
import type { NoteCode } from './codes.ts';

/** Words of `appearance` that say only how a question is laid out. */
const LAYOUT: ReadonlySet<string> = new Set([
  ...['field-list', 'horizontal', 'horizontal-compact', 'vertical', 'quick', 'quickcompact', 'compact', 'columns'],
  ...['columns-pack', 'columns-flex', 'no-buttons', 'no-ticks', 'map', 'dropdown', 'counter', 'masked'],
  ...['likert', 'list-nolabel', 'label', 'list', 'table-list', 'image-map', 'no-calendar', 'thousands-sep', 'numbers'],
  ...['bearing', 'maps', 'placement-map', 'hide-input', 'picker', 'new', 'new-front', 'new-rear', 'selfie', 'rating'],
  ...['summary', 'no-collapse', 'grid', 'distress', 'my-location', 'streets', 'h1', 'h2', 'h3', 'h4', 'h5', 'textarea'],
  ...['pages', 'theme-grid', 'ethiopian', 'islamic', 'persian', 'coptic', 'bikram-sambat'],
]);

export const isLayout = (word: string): boolean => LAYOUT.has(word) || /^(w|columns-)\d{1,2}$/.test(word);

/** What a column of a sheet is read by: a rule of the importer, or the note that says why it is not. */
export type ColumnUse = 'read' | { loss: NoteCode };

const read = (...keys: string[]): [string, ColumnUse][] => keys.map((key) => [key, 'read']);
const lost = (loss: NoteCode, ...keys: string[]): [string, ColumnUse][] => keys.map((key) => [key, { loss }]);

export const SURVEY_COLUMNS: ReadonlyMap<string, ColumnUse> = new Map([
  ...read('type', 'name', 'label', 'hint', 'guidance_hint', 'relevant', 'constraint', 'constraint_message', 'required'),
  ...read(
    'required_message',
    'calculation',
    'default',
    'trigger',
    'repeat_count',
    'choice_filter',
    'readonly',
    'disabled',
  ),
  ...read('appearance', 'parameters', '$autoname', '$given_name'),
  ...lost('media_elsewhere', 'media::image', 'media::audio', 'media::video', 'media::big-image'),
  ...lost('column_layout', 'comment', 'comments', 'note', 'notes', 'autoplay', 'rows'),
  ...read('kobo--score-choices', 'kobo--rank-items', 'kobo--matrix_list', 'kobo--rank-constraint-message'),
  ...lost('column_entities', 'save_to', 'save_incomplete', 'bind::saveincomplete'),
  ...lost('column_native', '$kuid', '$prev', '$xpath', '$qpath', '$qgroup', '_or_other', 'kobo--locking-profile'),
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
