/** Pictures and sounds of a question, of an option or of a list: which files are named there, with the hashes of their content. */
import { type Media, type MediaKind, mediaNames, withMediaFiles } from '../definitions/media.ts';
import type { FormDefinition } from '../definitions/types.ts';
import { getOwn, isObject, pointerSteps } from '../json.ts';
import { type FormDraft, patchDefinition } from './draft.ts';
import { patchedOrGone } from './parts.ts';

/** A file that was uploaded, under the name that the form gives it. */
export interface StoredFile {
  name: string;
  hash: string;
}

/** Returns what stands at a pointer; undefined if nothing does. */
export function valueAt(definition: object, pointer: string): unknown {
  return pointerSteps(pointer).reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? getOwn(at as Record<string, unknown>, step) : undefined),
    definition,
  );
}

/** Returns the value with another one at the end of these steps; the key goes with `undefined`. */
function setAt(value: unknown, [step, ...rest]: readonly string[], next: unknown): unknown {
  if (step === undefined) return next;
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === step ? setAt(one, rest, next) : one));
  if (!isObject(value)) return value;
  const inner = setAt(getOwn(value, step), rest, next);
  return inner === undefined ? patchedOrGone(value, { [step]: undefined }) : { ...value, [step]: inner };
}

/** Returns the draft with another value at a pointer of its definition; an object whose last key goes is gone too. */
export function withValueAt(draft: FormDraft, pointer: string, next: unknown): FormDraft {
  return { ...draft, definition: setAt(draft.definition, pointerSteps(pointer), next) as FormDraft['definition'] };
}

/**
 * Returns the draft with another file at a `media` (`at` is its pointer), for every language or for one; without a file there, none.
 * The hashes of files that nothing names any more go.
 */
export function withMedia(
  draft: FormDraft,
  at: string,
  [kind, language]: [kind: MediaKind, language?: string | undefined],
  file: StoredFile | undefined,
): FormDraft {
  const media = (valueAt(draft.definition, at) ?? {}) as Media;
  const before = media[kind];
  const named =
    language === undefined
      ? file?.name
      : patchedOrGone(typeof before === 'object' ? before : undefined, { [language]: file?.name });
  const alt = kind === 'image' && named === undefined ? { alt: undefined } : {};
  const changed = withValueAt(draft, at, patchedOrGone(media, { [kind]: named, ...alt }));
  const { mediaFiles } = changed.definition as { mediaFiles?: Record<string, string> };
  const hashes = { ...mediaFiles, ...(file && { [file.name]: file.hash }) };
  const { mediaFiles: kept } = withMediaFiles(changed.definition as unknown as FormDefinition, (name) =>
    getOwn(hashes, name),
  );
  return patchDefinition(changed, { mediaFiles: kept });
}

/** Returns a name for an uploaded file that no other content of the form has. */
export function mediaName(file: string, hash: string, { definition }: FormDraft): string {
  const [, stem = '', extension = ''] = /^(.*)\.([^.]+)$/.exec(file.toLowerCase()) ?? [];
  const plain = stem.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'file';
  const hashes = isObject(definition.mediaFiles) ? definition.mediaFiles : {};
  const names = mediaNames(definition as unknown as FormDefinition);
  for (let number = 1; ; number += 1) {
    const name = `${plain}${number > 1 ? `-${number}` : ''}.${extension === 'jpeg' ? 'jpg' : extension}`;
    const there = getOwn(hashes, name);
    if (there === hash || (there === undefined && !names.includes(name))) return name;
  }
}
