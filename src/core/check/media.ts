/** Checks pictures and sounds of questions and options, and the files that they name. */

import {
  KINDS_OF_MEDIA,
  MEDIA_KINDS,
  MEDIA_NAME,
  type MediaFile,
  type MediaKind,
  mediaFolder,
  mediaNames,
  mediaPlaces,
  namedMediaFiles,
} from '../definitions/media.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { getOwn } from '../json.ts';
import type { Finding, FormFile, Issue, ReportIssue } from './issues/issue.ts';

export interface MediaFiles {
  /** Returns a file that a form names: the one in its folder, or the content with this hash on the server. */
  find(formPath: string, name: string, hash: string | undefined): MediaFile | undefined;
  /** Paths of the files in the folders of the forms. */
  paths: readonly string[];
}

export function checkMedia(form: FormFile, files: MediaFiles, report: ReportIssue): void {
  for (const { pointer, field, media, option } of mediaPlaces(form.definition.fields)) {
    if (option && !FIELD_TYPES[field.type].optionMedia) report(pointer, 'media_option', { type: field.type });
    if (media.image && !media.alt) report(pointer, 'media_alt');
    for (const kind of KINDS_OF_MEDIA) {
      for (const [at, name] of namedMediaFiles(media[kind], `${pointer}/${kind}`)) {
        const found = fileFinding(form, kind, name, files);
        if (found) report(at, found.code, found.params);
      }
    }
  }
}

function fileFinding(form: FormFile, kind: MediaKind, name: string, files: MediaFiles): Finding | undefined {
  const { path, definition, frozen } = form;
  const { extensions, limit } = MEDIA_KINDS[kind];
  if (!MEDIA_NAME.test(name)) return { code: 'media_name', params: { name } };
  const hash = getOwn(definition.mediaFiles, name);
  const file = files.find(path, name, hash);
  if (!file) return { code: 'media_missing', params: { name, folder: mediaFolder(path) } };
  const extension = name.split('.').at(-1) as string;
  if (!extensions.includes(extension) || file.extension !== extension)
    return { code: 'media_kind', params: { name, kinds: extensions.join(', ') } };
  if (file.size > limit)
    return { code: 'media_size', params: { name, limit: limit / 1000, size: Math.ceil(file.size / 1000) } };
  // In the newest version `forms done` writes the new hash. An earlier version was filled in with the old content.
  return frozen && hash !== file.hash ? { code: 'media_changed', params: { name } } : undefined;
}

/** Returns the files that no form names. */
export function unusedMedia(forms: readonly FormFile[], { paths }: MediaFiles): Issue[] {
  const used = new Set(
    forms.flatMap(({ path, definition }) => mediaNames(definition).map((name) => `${mediaFolder(path)}/${name}`)),
  );
  return paths
    .filter((path) => !used.has(path))
    .map((file) => ({ file, pointer: '', code: 'media_unused', params: {} }));
}
