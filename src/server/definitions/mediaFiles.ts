/** Reads the pictures and sounds that stand beside the definition files. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaFiles } from '../../core/check/media.ts';
import { type MediaFile, mediaFolder } from '../../core/definitions/media.ts';
import { detectFileKind } from '../files/kinds.ts';
import { diskIo } from './definitionFiles.ts';

export interface MediaContent {
  path: string;
  hash: string;
  bytes: Buffer;
}

export function mediaHash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns every file in the folders for pictures and sounds. */
export async function readMedia(root: string): Promise<MediaContent[]> {
  const paths = (await diskIo(root).list('forms')).filter((path) => path.split('/')[2] === 'media');
  return paths.map((path) => {
    const bytes = readFileSync(join(root, path));
    return { path, hash: mediaHash(bytes), bytes };
  });
}

/** Returns the files of a folder as the check asks for them, with the kind that their content shows. */
export async function mediaFiles(root: string): Promise<MediaFiles> {
  const files = new Map<string, MediaFile>();
  for (const { path, hash, bytes } of await readMedia(root)) {
    const kind = await detectFileKind(bytes, path);
    files.set(path, { hash, size: bytes.length, extension: kind?.extension });
  }
  return { find: (formPath, name) => files.get(`${mediaFolder(formPath)}/${name}`), paths: [...files.keys()] };
}
