/** How the types of questions are shown where one is chosen: an icon, and the group in which it stands. */
import type { IconName } from '../../../core/definitions/icons.ts';
import type { FieldTypeName } from '../../../core/definitions/types.ts';

export type TypeGroup =
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

export const TYPE_LOOKS: Readonly<Record<FieldTypeName, { icon: IconName; group: TypeGroup }>> = {
  choice: { icon: 'circle-dashed', group: 'usual' },
  multi: { icon: 'checks', group: 'usual' },
  text: { icon: 'pencil', group: 'usual' },
  longtext: { icon: 'file-text', group: 'usual' },
  integer: { icon: 'chart-bar', group: 'usual' },
  date: { icon: 'calendar', group: 'usual' },
  rating: { icon: 'mood-smile', group: 'usual' },
  table: { icon: 'table', group: 'usual' },
  yesno: { icon: 'circle-check', group: 'options' },
  'yes-no-dontknow': { icon: 'circle-off', group: 'options' },
  rank: { icon: 'sort-ascending', group: 'options' },
  matrix: { icon: 'list-details', group: 'options' },
  scale: { icon: 'star', group: 'options' },
  acknowledge: { icon: 'check', group: 'options' },
  decimal: { icon: 'scale', group: 'figures' },
  range: { icon: 'adjustments-horizontal', group: 'figures' },
  year: { icon: 'calendar-event', group: 'figures' },
  money: { icon: 'coin', group: 'figures' },
  counts: { icon: 'users', group: 'figures' },
  datetime: { icon: 'calendar-event', group: 'days' },
  time: { icon: 'clock', group: 'days' },
  phone: { icon: 'speakerphone', group: 'words' },
  email: { icon: 'inbox', group: 'words' },
  url: { icon: 'external-link', group: 'words' },
  code: { icon: 'file', group: 'words' },
  barcode: { icon: 'barcode', group: 'words' },
  image: { icon: 'photo', group: 'files' },
  audio: { icon: 'microphone', group: 'files' },
  video: { icon: 'video', group: 'files' },
  file: { icon: 'paperclip', group: 'files' },
  signature: { icon: 'edit', group: 'files' },
  place: { icon: 'building-community', group: 'places' },
  geopoint: { icon: 'map-pin', group: 'places' },
  geotrace: { icon: 'road', group: 'places' },
  geoshape: { icon: 'map', group: 'places' },
  record: { icon: 'books', group: 'references' },
  person: { icon: 'user', group: 'references' },
  problems: { icon: 'alert-triangle', group: 'rows' },
  note: { icon: 'info-circle', group: 'worked' },
  derived: { icon: 'activity', group: 'worked' },
  hidden: { icon: 'lock', group: 'worked' },
};

export const TYPE_GROUPS: readonly TypeGroup[] = [
  ...(['usual', 'options', 'figures', 'words', 'days', 'files', 'places', 'references', 'rows', 'worked'] as const),
];
