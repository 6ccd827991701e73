/** Reads the pictures and sounds that stand beside the definition files. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaFiles } from '../../core/check/media.ts';
import { type MediaFile, mediaFolder } from '../../core/definitions/media.ts';
import { type FileKind, kindOf } from '../files/kinds.ts';
import { diskIo } from './definitionFiles.ts';

export interface MediaContent extends Omit<MediaFile, 'extension'> {
  kind: FileKind | undefined;
  bytes: Buffer;
}

/** Detects the kind by the content, and by the name only where contents are alike. */
export async function mediaContent(bytes: Buffer, name: string): Promise<MediaContent> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { hash, size: bytes.length, kind: await kindOf(bytes, name), bytes };
}

/** Returns every file in the folders for pictures and sounds, by path. */
export async function readMedia(root: string): Promise<Map<string, MediaContent>> {
  const paths = (await diskIo(root).list('forms')).filter((path) => path.split('/')[2] === 'media');
  const found = await Promise.all(
    paths.map(async (path) => [path, await mediaContent(readFileSync(join(root, path)), path)] as const),
  );
  return new Map(found);
}

/** Returns the files as the check asks for them. */
export function mediaFiles(found: ReadonlyMap<string, MediaContent>): MediaFiles {
  return {
    find(formPath, name) {
      const file = found.get(`${mediaFolder(formPath)}/${name}`);
      return file && { hash: file.hash, size: file.size, extension: file.kind?.extension };
    },
    paths: [...found.keys()],
  };
}
