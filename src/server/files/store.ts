/**
 * Uploaded files on disk, named by the SHA-256 of their content and nothing a sender says: written aside, flushed, then
 * moved into place, so that a name in the store always stands for the whole content.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { Failure } from '../../core/errors/failure.ts';
import type { Handle } from '../db/database.ts';
import { PRIVATE_FILE } from '../db/private.ts';
import type { AttachmentsTable } from '../db/tables.ts';
import { flushFolder, makeFolder } from './durable.ts';
import { ACCEPTED, kindOf } from './kinds.ts';
import { hasMetadata, withoutMetadata } from './metadata.ts';
import { measure, THUMB_TYPE, unfolding, writeThumb } from './pictures.ts';
import {
  asideFolder,
  bring,
  contentPath,
  type SweptStore,
  sweepAside,
  sweepContent,
  sweepUnattached,
  thumbPath,
} from './sweep.ts';

export type StoredFile = Pick<AttachmentsTable, 'id' | 'name' | 'media_type' | 'size' | 'width' | 'height'>;

/** Bytes looked at to tell the kind; more than the reader needs for office files. */
const HEAD = 64 * 1024;
const HASH = /^[a-f0-9]{64}$/;

export interface SaveOptions {
  /** The question asks for what the camera wrote. */
  keepMetadata?: boolean;
}

export interface FileStoreOptions extends SweptStore {
  /** Bytes of one file. */
  limit: number;
  /** Bytes of one person's uploads that no record names yet; without it as many as come. */
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
   * Takes a file in; throws too_large, file_type, upload_quota or busy and leaves nothing behind. What a camera wrote into a picture
   * (place, time, device) is taken out before it is stored, unless `keepMetadata`.
   */
  async save(
    content: Readable,
    givenName: string,
    userId: string,
    { keepMetadata = false }: SaveOptions = {},
  ): Promise<StoredFile> {
    await this.#prepare();
    await this.#mustFit(this.#options.database.read, userId, 0);
    const aside = join(asideFolder(this.#options.folder), randomUUID());
    const clean = `${aside}-clean`;
    try {
      let { hash, size, head } = await this.#write(content, aside);
      const name = tidyName(givenName);
      const kind = size > 0 ? await kindOf(head, name) : undefined;
      if (!kind) throw new Failure('file_type', { params: { accepted: ACCEPTED } });
      const measured = kind.picture ? await measure(aside) : null;
      if (kind.picture && !measured) throw new Failure('file_type', { params: { accepted: ACCEPTED } });
      const isCleaned = !keepMetadata && hasMetadata(kind.media_type);
      if (isCleaned) {
        const bytes = await unfolding(async () =>
          withoutMetadata(await readFile(aside), kind.media_type, measured?.orientation ?? 1),
        );
        if (!bytes) throw new Failure('file_type', { params: { accepted: ACCEPTED } });
        ({ hash, size } = await this.#write(Readable.from([bytes]), clean));
      }
      const stored = isCleaned ? clean : aside;
      await this.#mustFit(this.#options.database.read, userId, size);
      await this.#keep(stored, hash);
      const row = {
        id: uuid(),
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
          await this.#mustFit(trx, userId, size);
          await trx.insertInto('attachments').values(row).execute();
        });
      } catch (error) {
        await sweepContent(this.#options, hash);
        throw error;
      }
      // A sweep may have taken the same content away before the row named it.
      await this.#keep(stored, hash);
      const { id, media_type, width, height } = row;
      return { id, name: row.name, media_type, size, width, height };
    } finally {
      await Promise.all([aside, clean].map((path) => rm(path, { force: true })));
    }
  }

  /** A stream of the content; the caller has checked that it may be read. Throws record_not_found when it is gone. */
  async read(hash: string): Promise<Readable> {
    const path = this.#path(hash);
    if (!(await exists(path))) throw new Failure('record_not_found');
    return createReadStream(path);
  }

  /** A small picture without the data cameras write into it (place, time, device); made when first asked for. Throws busy. */
  async readThumb(hash: string): Promise<{ stream: Readable; media_type: string } | undefined> {
    const path = thumbPath(this.#options.folder, this.#checked(hash));
    const isThere = (await exists(path)) || (await unfolding(() => this.#makeThumb(hash, path)));
    if (!isThere) return undefined;
    return { stream: createReadStream(path), media_type: THUMB_TYPE };
  }

  /** Removes uploads made before an instant that no record names, with contents nothing else names; answers how many. */
  sweepUnattached(before: Date, signal?: AbortSignal): Promise<number> {
    return sweepUnattached(this.#options, before, signal);
  }

  /** Removes what interrupted uploads and sweeps left. */
  sweepAside(): Promise<void> {
    return sweepAside(this.#options);
  }

  /** Throws upload_quota when the person's uploads that no record names yet would be too many. */
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
      throw new Failure('upload_quota', { params: { limit: megabytes(quota) } });
  }

  async #makeThumb(hash: string, path: string): Promise<boolean> {
    // Made while this one waited for its turn.
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
        if (size > limit) throw new Failure('too_large', { params: { limit: megabytes(limit) } });
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

  /** Puts a flushed file under its hash too; content that is there already is the same. */
  async #keep(aside: string, hash: string): Promise<void> {
    const path = this.#path(hash);
    const folder = join(path, '..');
    await makeFolder(folder);
    await bring(aside, path);
    await flushFolder(folder);
    // The folder may have been made by an upload beside this one.
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
      // A disk that was full may have space at the next upload.
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }
}

const megabytes = (bytes: number): string => `${Math.round((bytes / 1024 / 1024) * 100) / 100} MB`;

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The last part of a name, without anything a path or a header could be made of. */
function tidyName(given: string): string {
  const last = given.split(/[/\\]/).pop() ?? '';
  const clean = last
    .normalize('NFC')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/gu, '')
    .replace(/^\.+/, '')
    .trim();
  return (clean || 'file').slice(0, 120);
}

function withExtension(name: string, extension: string): string {
  const there = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase();
  const same = there === extension || (extension === 'jpg' && there === 'jpeg');
  return same ? name : `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.${extension}`;
}
