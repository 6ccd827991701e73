/** Stores contents of pictures and sounds of definitions under their hashes. */

import type { MediaFiles } from '../../core/check/media.ts';
import { getOwn } from '../../core/json.ts';
import type { Database, Handle } from '../db/database.ts';
import type { DefinitionMediaTable } from '../db/referenceTables.ts';
import { detectFileKind } from '../files/kinds.ts';
import { type MediaContent, mediaHash } from './mediaFiles.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
};

/** Stores files of the product or of an import, as the kinds that their contents show. */
export async function storeMediaFiles(database: Database, files: readonly MediaContent[], at: string): Promise<void> {
  const known = new Set((await listed(database.read)).map(({ hash }) => hash));
  for (const { path, hash, bytes } of files) {
    const kind = known.has(hash) ? undefined : await detectFileKind(bytes, path);
    if (kind) await storeMediaContent(database, bytes, { extension: kind.extension, at, by: null });
  }
}

/** Stores one content and returns its hash. One that is there already stays as it is. */
export async function storeMediaContent(
  database: Database,
  bytes: Buffer,
  { extension, at, by }: { extension: string; at: string; by: string | null },
): Promise<string> {
  const hash = mediaHash(bytes);
  const row = { hash, extension, size: bytes.length, content: bytes.toString('base64'), at, by_id: by };
  await database.transaction((trx) =>
    trx
      .insertInto('definition_media')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute(),
  );
  return hash;
}

export async function findMedia(db: Handle, hash: string): Promise<{ bytes: Buffer; mediaType: string } | undefined> {
  const query = db.selectFrom('definition_media').select(['content', 'extension']).where('hash', '=', hash);
  const row = await query.executeTakeFirst();
  return (
    row && {
      bytes: Buffer.from(row.content, 'base64'),
      mediaType: getOwn(MEDIA_TYPES, row.extension) ?? 'application/octet-stream',
    }
  );
}

/** Returns the stored contents as the check asks for them: a definition names them by their hashes. */
export async function storedMediaFiles(db: Handle): Promise<MediaFiles> {
  const files = new Map((await listed(db)).map((file) => [file.hash, file]));
  return { find: (_path, _name, hash) => (hash === undefined ? undefined : files.get(hash)), paths: [] };
}

function listed(db: Handle): Promise<Pick<DefinitionMediaTable, 'hash' | 'extension' | 'size'>[]> {
  return db.selectFrom('definition_media').select(['hash', 'extension', 'size']).execute();
}
