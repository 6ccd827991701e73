/**
 * Stores uploaded files on disk under the SHA-256 of their content, never under a name from the sender. A file is written
 * aside, flushed and then linked, so a name in the store always has its complete content.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import type { FieldNode } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import { fileTypeErrorCode } from '../../core/form/types/question.ts';
import { truncate, wellFormed } from '../../core/text/letters.ts';
import type { Handle } from '../db/database.ts';
import { lockPerson } from '../db/lock.ts';
import { PRIVATE_FILE } from '../db/private.ts';
import type { AttachmentsTable } from '../db/tables.ts';
import { flushFolder, linkFile, makeFolder } from './durable.ts';
import { ACCEPTED_FILE_KINDS, detectFileKind } from './kinds.ts';
import { hasMetadata, withoutMetadata } from './metadata.ts';
import { decodeQueue, measureImage, THUMB_TYPE, writeThumb } from './pictures.ts';
import {
  asideFolder,
  contentPath,
  type SweptStore,
  sweepAside,
  sweepContent,
  sweepUnattached,
  thumbPath,
} from './sweep.ts';

export type StoredFile = Pick<AttachmentsTable, 'id' | 'name' | 'media_type' | 'size' | 'width' | 'height'>;

/** Number of first bytes used to detect the kind. More than the detection of office files needs. */
const HEAD = 64 * 1024;
const HASH = /^[a-f0-9]{64}$/;

export interface FileStoreOptions extends SweptStore {
  /** Maximum bytes of one file. */
  limit: number;
  /** Maximum bytes of a person's uploads that no record names yet. No limit if absent. */
  quota?: number;
  now: () => Date;
}

export class FileStore {
  readonly #options: FileStoreOptions;
  #ready: Promise<void> | undefined;

  constructor(options: FileStoreOptions) {
    this.#options = options;
  }

  /**
   * Stores a file. Throws too_large, file_empty, file_damaged, file_type, upload_quota or busy, or that its question takes other files, and then leaves
   * nothing behind. `id` is that of the attachment, if the caller knows it. Removes what a camera wrote into a picture or a film (place, time, device), unless the question keeps it.
   */
  async save(
    content: Readable,
    givenName: string,
    userId: string,
    question?: FieldNode,
    id: string = uuid(),
  ): Promise<StoredFile> {
    await this.#prepare();
    await this.#mustFit(this.#options.database.read, userId, 0);
    const aside = join(asideFolder(this.#options.folder), randomUUID());
    const clean = `${aside}-clean`;
    try {
      let { hash, size, head } = await this.#write(content, aside);
      const name = tidyName(givenName);
      if (size === 0) throw new Failure('file_empty');
      const kind = await detectFileKind(head, name);
      if (!kind) throw new Failure('file_type', { params: { accepted: ACCEPTED_FILE_KINDS } });
      const refusal = question && fileTypeErrorCode(question, kind.media_type);
      if (refusal) throw new Failure(refusal);
      const measured = kind.picture ? await measureImage(aside) : null;
      if (measured === null && kind.picture) throw new Failure('file_damaged');
      if (measured === undefined) throw new Failure('file_type', { params: { accepted: ACCEPTED_FILE_KINDS } });
      const isCleaned = !question?.def.keepPosition && hasMetadata(kind.media_type);
      if (isCleaned) {
        const bytes = await decodeQueue(async () =>
          withoutMetadata(await readFile(aside), kind.media_type, measured?.orientation ?? 1),
        );
        if (!bytes) throw new Failure('file_damaged');
        ({ hash, size } = await this.#write(Readable.from([bytes]), clean));
      }
      const stored = isCleaned ? clean : aside;
      await this.#mustFit(this.#options.database.read, userId, size);
      await this.#keep(stored, hash);
      const row = {
        id,
        hash,
        name: withExtension(name, kind.extension),
        media_type: kind.media_type,
        size,
        width: measured?.width ?? null,
        height: measured?.height ?? null,
        created_by: userId,
        created_at: this.#options.now().toISOString(),
      };
      try {
        await this.#options.database.transaction(async (trx) => {
          await lockPerson(this.#options.database, trx, userId);
          await this.#mustFit(trx, userId, size);
          await trx.insertInto('attachments').values(row).execute();
        });
      } catch (error) {
        await sweepContent(this.#options, hash);
        throw error;
      }
      // A sweep may have removed the same content before the row named it.
      await this.#keep(stored, hash);
      const { media_type, width, height } = row;
      return { id, name: row.name, media_type, size, width, height };
    } finally {
      await Promise.all([aside, clean].map((path) => rm(path, { force: true })));
    }
  }

  /** Returns a stream of the content. The caller checks permissions. Throws record_not_found if it does not exist. */
  async read(hash: string): Promise<Readable> {
    const path = this.#path(hash);
    if (!(await exists(path))) throw new Failure('record_not_found');
    return createReadStream(path);
  }

  /** Returns a thumbnail without camera metadata, made on first request. Undefined if it cannot be made. Throws busy. */
  async readThumb(hash: string): Promise<{ stream: Readable; media_type: string } | undefined> {
    const path = thumbPath(this.#options.folder, this.#checked(hash));
    const isThere = (await exists(path)) || (await decodeQueue(() => this.#makeThumb(hash, path)));
    if (!isThere) return undefined;
    return { stream: createReadStream(path), media_type: THUMB_TYPE };
  }

  /** Removes uploads made before this time that no record names, and content that no row names. Returns their number. */
  sweepUnattached(before: Date, signal?: AbortSignal): Promise<number> {
    return sweepUnattached(this.#options, before, signal);
  }

  /** Cleans up files that interrupted uploads and sweeps left. */
  sweepAside(): Promise<void> {
    return sweepAside(this.#options);
  }

  /** Throws upload_quota if a person's uploads that no record names yet would need too many bytes. */
  async #mustFit(db: Handle, userId: string, size: number): Promise<void> {
    const { quota } = this.#options;
    if (quota === undefined) return;
    const { waiting } = await db
      .selectFrom('attachments')
      .select((query) => query.fn.sum('size').as('waiting'))
      .where('record_id', 'is', null)
      .where('created_by', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(waiting ?? 0) + Math.max(size, 1) > quota)
      throw new Failure('upload_quota', { params: { limit: formatMegabytes(quota) } });
  }

  async #makeThumb(hash: string, path: string): Promise<boolean> {
    // Another request made it while this one waited.
    if (await exists(path)) return true;
    await this.#prepare();
    const aside = join(asideFolder(this.#options.folder), randomUUID());
    if (!(await writeThumb(this.#path(hash), aside))) return false;
    await chmod(aside, PRIVATE_FILE);
    await makeFolder(join(path, '..'));
    await rename(aside, path);
    return true;
  }

  async #write(content: Readable, path: string): Promise<{ hash: string; size: number; head: Uint8Array }> {
    const { limit } = this.#options;
    const digest = createHash('sha256');
    const file = await open(path, 'wx', PRIVATE_FILE);
    const start: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        if (size < HEAD) start.push(chunk.subarray(0, HEAD - size));
        size += chunk.length;
        if (size > limit) throw new Failure('too_large', { params: { limit: formatMegabytes(limit) } });
        digest.update(chunk);
        await file.write(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
      content.resume?.();
    }
    return { hash: digest.digest('hex'), size, head: Buffer.concat(start) };
  }

  /** Links a flushed file under its hash. Content that exists there already is the same. */
  async #keep(aside: string, hash: string): Promise<void> {
    const path = this.#path(hash);
    const folder = join(path, '..');
    await makeFolder(folder);
    await linkFile(aside, path);
    await flushFolder(folder);
    // A concurrent upload may have made the folder.
    await flushFolder(this.#options.folder);
  }

  #path(hash: string): string {
    return contentPath(this.#options.folder, this.#checked(hash));
  }

  #checked(hash: string): string {
    if (!HASH.test(hash)) throw new Error('not a content hash');
    return hash;
  }

  #prepare(): Promise<void> {
    this.#ready ??= makeFolder(asideFolder(this.#options.folder)).catch((error: unknown) => {
      // If the disk was full, it may have space at the next upload.
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }
}

export const formatMegabytes = (bytes: number): string => `${Math.round((bytes / 1024 / 1024) * 100) / 100} MB`;

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Returns the last part of a name, without characters that have a meaning in paths or headers. */
function tidyName(given: string): string {
  const last = given.split(/[/\\]/).pop() ?? '';
  const clean = wellFormed(last)
    .normalize('NFC')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/gu, '')
    .replace(/^\.+/, '')
    .trim();
  return truncate(clean || 'file', 120);
}

function withExtension(name: string, extension: string): string {
  const there = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase();
  const same = there === extension || (extension === 'jpg' && there === 'jpeg');
  return same ? name : `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.${extension}`;
}
