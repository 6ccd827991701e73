/**
 * Pictures and sounds beside questions and options. Definitions name files of the folder `media` of their programme; their
 * `mediaFiles` holds the hash of each content, so that a version keeps the pictures it was published with.
 */
import type { Media, MediaFile as NamedFile, Option } from '../generated/form.ts';
import { type Language, textAsWritten } from '../text/languages.ts';
import { withLists } from './lists.ts';
import type { Field, FormDefinition } from './types.ts';

export type { Media };
export type MediaKind = 'image' | 'audio';

/** Kinds of file by their extension, and the most bytes: forms are opened on phones with thin lines. */
export const MEDIA_KINDS: Readonly<Record<MediaKind, { extensions: readonly string[]; limit: number }>> = {
  image: { extensions: ['png', 'jpg', 'webp'], limit: 200_000 },
  audio: { extensions: ['mp3', 'ogg', 'm4a', 'wav'], limit: 500_000 },
};
export const KINDS_OF_MEDIA = Object.keys(MEDIA_KINDS) as MediaKind[];
export const MEDIA_NAME = /^[a-z0-9][a-z0-9-]*\.[a-z0-9]+$/;

/** Pointers of file names. One name for each language is no text in three languages. */
export const MEDIA_POINTER = /\/media\/(image|audio)$/;

/** Content of a file. `extension` is that of its real kind; undefined if that is none of a picture or a sound. */
export interface MediaFile {
  hash: string;
  size: number;
  extension: string | undefined;
}

/** A question or option with a picture or a sound. */
interface MediaPlace {
  /** JSON Pointer of its `media`. */
  pointer: string;
  field: Field;
  media: Media;
  /** Absent for the question itself. */
  option?: Option;
}

/** Returns the folder of the files that a form's file may name. */
export function mediaFolder(formPath: string): string {
  return `${formPath.split('/').slice(0, 2).join('/')}/media`;
}

export function mediaPlaces(fields: Readonly<Record<string, Field>> = {}, base = '/fields'): MediaPlace[] {
  return Object.entries(fields).flatMap(([name, field]): MediaPlace[] => {
    const at = `${base}/${name}`;
    const own = field.media ? [{ pointer: `${at}/media`, field, media: field.media }] : [];
    const options = (field.options ?? []).flatMap((option, index) =>
      option.media ? [{ pointer: `${at}/options/${index}/media`, field, media: option.media, option }] : [],
    );
    return [...own, ...options, ...mediaPlaces(field.columns, `${at}/columns`)];
  });
}

/** Returns the names of files with their JSON Pointers. */
export function namedMediaFiles(named: NamedFile | undefined, pointer = ''): [pointer: string, name: string][] {
  if (named === undefined) return [];
  if (typeof named === 'string') return [[pointer, named]];
  return Object.entries(named).map(([language, name]) => [`${pointer}/${language}`, name]);
}

export function mediaFileFor(named: NamedFile, language: Language): string {
  return typeof named === 'string' ? named : textAsWritten(named, language);
}

/** Returns the names of all files, sorted. */
export function mediaNames(definition: FormDefinition): string[] {
  const named = mediaPlaces(withLists(definition).fields).flatMap(({ media }) =>
    KINDS_OF_MEDIA.flatMap((kind) => namedMediaFiles(media[kind])),
  );
  return [...new Set(named.map(([, name]) => name))].sort();
}

/** Returns the definition with the hashes of the files that it names. */
export function withMediaFiles(
  definition: FormDefinition,
  hashOf: (name: string) => string | undefined,
): FormDefinition {
  const { mediaFiles: _before, ...rest } = definition;
  const hashes = mediaNames(definition).flatMap((name) => {
    const hash = hashOf(name);
    return hash ? [[name, hash] as const] : [];
  });
  return hashes.length > 0 ? { ...rest, mediaFiles: Object.fromEntries(hashes) } : rest;
}
