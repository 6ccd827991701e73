/**
 * Uploads that arrive in parts, over days and from changing connections. What was received stands in a file beside the store
 * and its length in a row, raised only after the part is on the disk. Several servers that share folder and database may
 * receive parts of one upload: a part is written to its own place in the file, and only one of two can raise the length.
 * The id of an upload is also that of the attachment that it becomes, so that ending it twice makes one.
 */
import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import type { FieldNode } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import { truncate } from '../../core/text/letters.ts';
import type { Database, Handle } from '../db/database.ts';
import { lockPerson } from '../db/lock.ts';
import { PRIVATE_FILE } from '../db/private.ts';
import type { UploadsTable } from '../db/tables.ts';
import { flushFolder, makeFolder } from './durable.ts';
import { type FileStore, formatMegabytes, type StoredFile } from './store.ts';

export interface UploadOptions {
  database: Database;
  files: FileStore;
  /** Folder of the parts. */
  folder: string;
  /** Largest file, and largest sum of a person's unfinished uploads, in bytes. */
  limit: number;
  quota?: number;
  now: () => Date;
}

/** A file to upload. */
export interface NewUpload {
  name: string;
  length: number;
  userId: string;
  /** The question that it answers. */
  form?: string | undefined;
  field?: string | undefined;
}

/** Days in which an upload must be finished. People may be without network for days. */
const UPLOAD_DAYS = 7;
const DAY = 86_400_000;
/** Unfinished uploads of one person. */
const MOST_OPEN = 500;
/** Bytes after which the length is raised within one part, so that a killed server loses no more of it. */
const FLUSH_EVERY = 512 * 1024;
/** Milliseconds after which a file of parts without a row is removed. */
const FORGOTTEN = 3_600_000;
const BATCH = 200;

/** The body of a request. `complete`: all of it is here. */
type Part = Readable & { complete?: boolean };

export class Uploads {
  readonly #options: UploadOptions;
  /** Parts that this process receives now. */
  readonly #arriving = new Set<{ id: string; part: Part; ended: Promise<unknown> }>();

  constructor(options: UploadOptions) {
    this.#options = options;
  }

  /** Returns the largest size of a file in bytes. */
  get limit(): number {
    return this.#options.limit;
  }

  /** Begins an upload. Throws too_large or upload_quota. */
  async create({ name, length, userId, form, field }: NewUpload): Promise<UploadsTable> {
    const { database, folder, limit, now } = this.#options;
    if (length > limit) throw new Failure('too_large', { params: { limit: formatMegabytes(limit) } });
    await this.#mustFit(database.read, userId, length);
    const row: UploadsTable = {
      id: uuid(),
      created_by: userId,
      created_at: now().toISOString(),
      name: truncate(name, 300),
      length,
      received: 0,
      form: form ?? null,
      field: field ?? null,
    };
    await makeFolder(folder);
    await (await open(this.#path(row.id), 'wx', PRIVATE_FILE)).close();
    await flushFolder(folder);
    try {
      await database.transaction(async (trx) => {
        await lockPerson(database, trx, userId);
        await this.#mustFit(trx, userId, length);
        await trx.insertInto('uploads').values(row).execute();
      });
    } catch (error) {
      await rm(this.#path(row.id), { force: true });
      throw error;
    }
    return row;
  }

  /** Returns a person's upload. Throws record_not_found, also if it expired or its file is not there. */
  async find(id: string, userId: string): Promise<UploadsTable> {
    const row = await this.findRow(id, userId);
    // The row stays: the folder may only be away, or the file at the server that began it.
    if (!(await this.#isThere(row.id)) && !(await this.#stored(row))) throw new Failure('record_not_found');
    return row;
  }

  /** The same, whether or not its file is there. */
  async findRow(id: string, userId: string): Promise<UploadsTable> {
    const row = await this.#options.database.read
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', id)
      .where('created_by', '=', userId)
      .executeTakeFirst();
    if (!row || this.expiry(row) <= this.#options.now()) throw new Failure('record_not_found');
    return row;
  }

  /** Does what a part that arrives is for. Until then `endPart` can end it. */
  async receive<T>(id: string, part: Part, work: () => Promise<T>): Promise<T> {
    const arriving = { id, part, ended: work() };
    this.#arriving.add(arriving);
    try {
      return await arriving.ended;
    } finally {
      this.#arriving.delete(arriving);
    }
  }

  /**
   * Ends the part that arrives now, if there is one: whoever asks how far the upload is has lost its connection. What arrived of
   * it is counted, so that the answer is true and nothing is sent again.
   */
  async endPart(id: string): Promise<void> {
    const parts = [...this.#arriving].filter((one) => one.id === id);
    // A part that is all here is only waited for.
    for (const { part } of parts) if (!part.complete) part.destroy();
    await Promise.allSettled(parts.map(({ ended }) => ended));
  }

  /** Returns when an upload that was not finished is removed. */
  expiry({ created_at }: UploadsTable): Date {
    return new Date(Date.parse(created_at) + UPLOAD_DAYS * DAY);
  }

  /**
   * Receives a part that begins at `offset`. Returns how much was received so far. If the connection is cut, what arrived
   * stays. Throws upload_offset if the upload goes on elsewhere, upload_too_long if the part is longer than the rest.
   */
  async append(upload: UploadsTable, offset: number, part: Readable): Promise<number> {
    if (offset !== upload.received) throw new Failure('upload_offset');
    if (offset === upload.length) return offset;
    const file = await open(this.#path(upload.id), 'r+');
    let done = offset;
    let at = offset;
    const raise = async () => {
      if (at === done) return;
      await file.datasync();
      await this.#raise(upload.id, done, at);
      done = at;
    };
    try {
      try {
        for await (const chunk of part as AsyncIterable<Buffer>) {
          if (at + chunk.length > upload.length)
            throw new Failure('upload_too_long', { params: { length: upload.length } });
          await file.write(chunk, 0, chunk.length, at);
          at += chunk.length;
          if (at - done >= FLUSH_EVERY) await raise();
        }
      } finally {
        await raise();
      }
    } finally {
      await file.close();
    }
    return at;
  }

  /**
   * Makes the attachment of an upload that was received whole, or returns the one that was made before. If the store does
   * not take the file, the upload is removed and the reason thrown; other failures leave it to be tried again.
   */
  async finish(upload: UploadsTable, question?: FieldNode): Promise<StoredFile> {
    const { database, files } = this.#options;
    const known = await this.#stored(upload);
    if (known) return known;
    try {
      const content = createReadStream(this.#path(upload.id));
      const stored = await files.save(content, upload.name, upload.created_by, question, upload.id);
      await rm(this.#path(upload.id), { force: true });
      return stored;
    } catch (error) {
      // Another request, or another server, ended it at the same time.
      const made = database.dialect.isUniqueViolation(error) ? await this.#stored(upload) : undefined;
      if (made) return made;
      if (error instanceof Failure && error.status < 500 && error.status !== 429 && error.code !== 'upload_quota')
        await this.remove(upload);
      throw error;
    }
  }

  /** Removes an upload. An attachment that it became stays. */
  async remove({ id }: Pick<UploadsTable, 'id'>): Promise<void> {
    await this.#options.database.transaction((trx) => trx.deleteFrom('uploads').where('id', '=', id).execute());
    await rm(this.#path(id), { force: true });
  }

  /** Removes expired uploads, and files that no row names. Several servers may do it at the same time. */
  async sweep(signal?: AbortSignal): Promise<number> {
    const { database, folder, now } = this.#options;
    const before = new Date(now().getTime() - UPLOAD_DAYS * DAY).toISOString();
    let swept = 0;
    while (!signal?.aborted) {
      const old = database.read.selectFrom('uploads').select('id').where('created_at', '<', before).limit(BATCH);
      const rows = await old.execute();
      for (const row of rows) await this.remove(row);
      swept += rows.length;
      if (rows.length < BATCH) break;
    }
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      if (signal?.aborted) return swept;
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (!found || found.mtimeMs > Date.now() - FORGOTTEN) continue;
      const row = await database.read.selectFrom('uploads').select('id').where('id', '=', name).executeTakeFirst();
      if (!row) await rm(join(folder, name), { force: true });
    }
    return swept;
  }

  /** Raises the length from what it was. Throws upload_offset if another request raised it meanwhile. */
  async #raise(id: string, from: number, to: number): Promise<void> {
    const done = await this.#options.database.transaction((trx) =>
      trx
        .updateTable('uploads')
        .set({ received: to })
        .where('id', '=', id)
        .where('received', '=', from)
        .executeTakeFirst(),
    );
    if (done.numUpdatedRows !== 1n) throw new Failure('upload_offset');
  }

  async #stored({ id, created_by }: UploadsTable): Promise<StoredFile | undefined> {
    return this.#options.database.read
      .selectFrom('attachments')
      .select(['id', 'name', 'media_type', 'size', 'width', 'height'])
      .where('id', '=', id)
      .where('created_by', '=', created_by)
      .executeTakeFirst();
  }

  async #mustFit(db: Handle, userId: string, length: number): Promise<void> {
    const { quota } = this.#options;
    const { open: count, bytes } = await db
      .selectFrom('uploads')
      .select((query) => [query.fn.countAll().as('open'), query.fn.sum('length').as('bytes')])
      .where('created_by', '=', userId)
      .where('id', 'not in', (query) => query.selectFrom('attachments').select('id').where('created_by', '=', userId))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_OPEN || (quota !== undefined && Number(bytes ?? 0) + length > quota))
      throw new Failure('upload_quota', { params: { limit: formatMegabytes(quota ?? 0) } });
  }

  #isThere(id: string): Promise<boolean> {
    return stat(this.#path(id)).then(
      () => true,
      () => false,
    );
  }

  /** Ids are made by the server and found in the table, so that a path never comes from a client. */
  #path(id: string): string {
    return join(this.#options.folder, id);
  }
}
