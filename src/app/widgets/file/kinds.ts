/** How files of a question are added and shown, by its field type. */
import type { FieldTypeName } from '../../../core/definitions/types.ts';
import type { InputProps } from '../types.ts';

const FILE = { view: 'link', icon: 'paperclip', add: 'file.add', name: 'file.file', away: 'file.away.file' } as const;
const PICTURE = {
  view: 'picture',
  icon: 'photo',
  add: 'file.addPicture',
  name: 'file.picture',
  away: 'file.away.picture',
  accept: 'image/*',
} as const;
/** `capture` opens the phone's own recorder or camera; `wrong` is said of a file of another kind. */
const SOUND = {
  view: 'audio',
  icon: 'paperclip',
  add: 'file.addSound',
  name: 'file.sound',
  away: 'file.away.sound',
  accept: 'audio/*',
  capture: { from: true, icon: 'microphone', label: 'audio.record' },
  wrong: 'file.notSound',
} as const;
const FILM = {
  view: 'video',
  icon: 'paperclip',
  add: 'file.addFilm',
  name: 'file.film',
  away: 'file.away.film',
  accept: 'video/*',
  capture: { from: 'environment', icon: 'video', label: 'file.filmNow' },
  wrong: 'file.notFilm',
} as const;

type FileKind = typeof FILE | typeof PICTURE | typeof SOUND | typeof FILM;

const KINDS: Partial<Record<FieldTypeName, FileKind>> = {
  image: PICTURE,
  signature: PICTURE,
  audio: SOUND,
  video: FILM,
};

export const fileKind = (type: FieldTypeName): FileKind => KINDS[type] ?? FILE;

/** Largest file in bytes, if the definition does not set `maxSize`. */
const LARGEST = 10 * 1024 * 1024;

export interface FileOptions {
  accept?: string;
  /** In bytes. */
  maxSize: number;
  /** In seconds. */
  maxLength?: number;
  maxItems?: number;
}

export function fileOptions({ def }: InputProps['node']): FileOptions {
  return { maxSize: LARGEST, ...(def['ui:options'] as Partial<FileOptions> | undefined) };
}
