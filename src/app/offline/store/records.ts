/**
 * Encrypted records, in blocks of up to 10: one by one, decrypting 20,000 records would take ten times as long. A block is
 * never changed; a record that is stored again goes into a new one, and the old one forgets its id. So what a tab has
 * decrypted stays right, and it only asks which blocks are current.
 */
import { LRUCache } from 'lru-cache';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { BlockIndex } from './blockIndex.ts';
import { encryptBlock, groupRecordsByForm, readBlock, readBlockRecords } from './blocks.ts';
import type { StoreKeys } from './crypto.ts';
import type { BlockRow, ContentRow, StoreDatabase } from './database.ts';
import { removeDerived } from './derived.ts';
import { type CachedRecord, cachedRecords, type RecordCache, setCachedRecord } from './recordMemory.ts';

/** Records in a block. */
const BLOCK = 10;
/** Blocks decrypted at a time: enough to keep the browser's threads busy, little enough memory. */
const AT_ONCE = 200;
/** A form in at least so many blocks, of fewer than `FEW` records on average, is written anew in full ones. */
const MANY = 200;
const FEW = 5;
/** Most text of records in memory, in characters of JSON. As objects they take about twice that in bytes. */
const MOST_TEXT = 48_000_000;
/** What one form counts at most, so that the sites above its records stay beside it. */
const MOST_OF_ONE = 0.9 * MOST_TEXT;

/** Some pages of lists. */
const MOST_SINGLE = 300;

/** Encrypted and ready to be written. */
export interface EncryptedRecordChange {
  rows: (BlockRow & { records: readonly LocalRecord[] })[];
  contents: ContentRow[];
  removed: readonly string[];
}

/** Forms that were changed, with the number of changes before. */
type Applied = Map<string, number>;

export class RecordTable {
  readonly blocks: BlockIndex;
  readonly #db: StoreDatabase;
  readonly #keys: StoreKeys;
  readonly #memory = new LRUCache<string, RecordCache>({ maxSize: MOST_TEXT });
  /** Records that were read alone. */
  readonly #single = new LRUCache<string, CachedRecord>({ max: MOST_SINGLE });
  readonly #loading = new Map<string, Promise<readonly LocalRecord[]>>();

  constructor(db: StoreDatabase, keys: StoreKeys) {
    this.blocks = new BlockIndex(db);
    this.#db = db;
    this.#keys = keys;
  }

  async get(id: string): Promise<LocalRecord | undefined> {
    return (await this.getMany([id]))[0];
  }

  /** Returns those that are here, in no order. `marks` spares the search for their blocks. */
  async getMany(ids: readonly string[], marks: ReadonlyMap<string, string> = new Map()): Promise<LocalRecord[]> {
    const wanted = new Set(ids);
    const inBlocks = new Map<string, string[]>();
    const found: LocalRecord[] = [];
    const take = (block: string, id: string) => {
      const known = this.#known(id, block);
      if (known) found.push(known);
      else inBlocks.set(block, [...(inBlocks.get(block) ?? []), id]);
    };
    const searched = [...wanted].filter((id) => !marks.has(id));
    for (const { block, ids: all } of searched.length > 0 ? await this.blocks.search(searched) : [])
      for (const id of all) if (wanted.has(id) && !marks.has(id)) take(block, id);
    for (const id of wanted) if (marks.has(id)) take(marks.get(id) as string, id);
    if (inBlocks.size === 0) return found;
    const read = (await this.#db.contents.bulkGet([...inBlocks.keys()])).filter((content) => content !== undefined);
    const some = await Promise.all(
      read.map(async (content) => {
        const own = await readBlockRecords(this.#keys, content, inBlocks.get(content.id) ?? []);
        for (const record of own) this.#single.set(record.record.id, { record, block: content.id, size: 0 });
        inBlocks.delete(content.id);
        return own;
      }),
    );
    // Blocks that are gone were replaced, perhaps by another tab between the two reads.
    const gone = [...inBlocks.values()].flat();
    return [...found, ...some.flat(), ...(gone.length > 0 ? await this.getMany(gone) : [])];
  }

  #known(id: string, block: string): LocalRecord | undefined {
    for (const { records } of this.#memory.values()) {
      const known = records.get(id);
      if (known) return known.block === block ? known.record : undefined;
    }
    const known = this.#single.get(id);
    return known?.block === block ? known.record : undefined;
  }

  /** All records of a form. The tables are read only if something changed since the last call. */
  async ofForm(form: string): Promise<readonly LocalRecord[]> {
    const memory = this.#memory.get(form);
    if (memory) {
      if ((await this.blocks.changesNow(form)) === memory.changes) return cachedRecords(memory);
    }
    const running = this.#loading.get(form);
    if (running) return running;
    const loading = this.#load(form).finally(() => this.#loading.delete(form));
    this.#loading.set(form, loading);
    return loading;
  }

  /** Encrypts what is to be written, outside the transaction: waiting for WebCrypto would end it. */
  async prepare(put: readonly LocalRecord[], removed: readonly string[] = []): Promise<EncryptedRecordChange> {
    const blocks = [...groupRecordsByForm(put)].flatMap(([form, all]) =>
      Array.from({ length: Math.ceil(all.length / BLOCK) }, (_, at) => {
        const records = all.slice(at * BLOCK, (at + 1) * BLOCK);
        return { block: crypto.randomUUID(), form, ids: records.map(({ record }) => record.id), records };
      }),
    );
    const contents = await Promise.all(blocks.map(({ block, records }) => encryptBlock(this.#keys, records, block)));
    return { rows: blocks, contents, removed };
  }

  /** Writes a prepared change, within the caller's transaction over `tables`. */
  async apply({ rows, contents, removed }: EncryptedRecordChange): Promise<Applied> {
    const { records } = this.#db;
    const replaced = new Set([...rows.flatMap(({ ids }) => ids), ...removed]);
    const older = await this.blocks.rowsWith(rows, removed);
    const gone = new Set(removed);
    const left = older.map((row) => ({
      ...row,
      ids: row.ids.filter((id) => !replaced.has(id)),
      ...(row.ids.some((id) => gone.has(id)) && { unclean: true as const }),
    }));
    if (removed.length > 0) await removeDerived(this.#db);
    const empty = left.filter(({ ids }) => ids.length === 0).map(({ block }) => block);
    await records.bulkDelete(empty);
    await this.#db.contents.bulkDelete(empty);
    await records.bulkPut(left.filter(({ ids }) => ids.length > 0));
    await records.bulkAdd(rows.map(({ block, form, ids }) => ({ block, form, ids })));
    await this.#db.contents.bulkAdd(contents);
    const applied: Applied = new Map();
    for (const form of new Set([...rows, ...older].map((row) => row.form)))
      applied.set(form, await this.blocks.count(form));
    return applied;
  }

  get tables() {
    return [this.#db.records, this.#db.contents, this.#db.stamps];
  }

  /** Follows a change in memory after its transaction. A form that another tab changed meanwhile is read again later. */
  follow({ rows, contents, removed }: EncryptedRecordChange, applied: Applied): void {
    const sizes = new Map(contents.map(({ id, parts }) => [id, parts[0]?.length ?? 0]));
    for (const [form, changes] of applied) {
      this.blocks.follow(form, changes, rows, removed);
      const memory = this.#memory.get(form);
      if (memory?.changes !== changes) continue;
      memory.changes += 1;
      delete memory.list;
      for (const id of removed) setCachedRecord(memory, id, undefined);
      for (const { block, records, form: of } of rows) {
        const size = (sizes.get(block) ?? 0) / records.length;
        for (const record of records)
          setCachedRecord(memory, record.record.id, of === form ? { record, block, size } : undefined);
      }
      this.#remember(form, memory);
    }
  }

  /** Encrypts blocks anew without the records that were removed from them, so that nobody can decrypt those later. */
  async purge(forms: Iterable<string>): Promise<void> {
    for (const form of forms) {
      const rows = await this.#db.records.where('form').equals(form).toArray();
      for (const row of rows) if (row.unclean) await this.#purgeBlock(row);
    }
  }

  async #purgeBlock({ unclean: _, ...row }: BlockRow): Promise<void> {
    const content = await this.#db.contents.get(row.block);
    if (!content) return;
    const { records } = await readBlock(this.#keys, content);
    const current = records.filter(({ record }) => row.ids.includes(record.id));
    const block = crypto.randomUUID();
    const purged = await encryptBlock(this.#keys, current, block);
    await this.#db.transaction('rw', this.tables, async () => {
      const now = await this.#db.records.get(row.block);
      // Another change came first: leave the block to the next purge.
      if (now?.ids.join() !== row.ids.join()) return;
      await this.#db.records.delete(row.block);
      await this.#db.contents.delete(row.block);
      await this.#db.records.add({ ...row, block });
      await this.#db.contents.add(purged);
      await this.blocks.count(row.form);
    });
  }

  /** Writes a form that was stored record by record in full blocks, unless it changes meanwhile. */
  async #compact(form: string, { changes, records }: RecordCache): Promise<void> {
    const change = await this.prepare(Array.from(records.values(), ({ record }) => record));
    const applied = await this.#db.transaction('rw', this.tables, async () =>
      (await this.blocks.changes(form)) === changes ? this.apply(change) : undefined,
    );
    if (applied) this.follow(change, applied);
  }

  forget(): void {
    this.blocks.forget();
    this.#memory.clear();
    this.#single.clear();
  }

  async #load(form: string): Promise<readonly LocalRecord[]> {
    const known = this.#memory.get(form)?.records;
    const { changes, rows } = await this.blocks.ofForm(form);
    const memory: RecordCache = { changes, records: new Map(), size: 0 };
    const missing: BlockRow[] = [];
    for (const row of rows) {
      if (row.ids.every((id) => known?.get(id)?.block === row.block))
        for (const id of row.ids) setCachedRecord(memory, id, known?.get(id));
      else missing.push(row);
    }
    for (let at = 0; at < missing.length; at += AT_ONCE)
      if (!(await this.#loadBlocks(missing.slice(at, at + AT_ONCE), memory))) return this.#load(form);
    this.#remember(form, memory);
    if (rows.length >= MANY && memory.records.size < rows.length * FEW)
      this.#compact(form, memory).catch((error: unknown) => console.warn('records were not packed', error));
    return cachedRecords(memory);
  }

  /** Returns false if another tab replaced one of the blocks since the rows were read. */
  async #loadBlocks(rows: readonly BlockRow[], memory: RecordCache): Promise<boolean> {
    const found = await this.#db.contents.bulkGet(rows.map(({ block }) => block));
    const contents = found.filter((content) => content !== undefined);
    if (contents.length < rows.length) return false;
    const read = await Promise.all(contents.map((content) => readBlock(this.#keys, content)));
    for (const [index, { block, ids }] of rows.entries()) {
      const current = new Set(ids);
      const { records = [], size = 0 } = read[index] ?? {};
      for (const record of records)
        if (current.has(record.record.id))
          setCachedRecord(memory, record.record.id, { record, block, size: size / records.length });
    }
    return true;
  }

  /** A form that is larger than the bound alone is remembered all the same. */
  #remember(form: string, memory: RecordCache): void {
    this.#memory.set(form, memory, { size: Math.min(MOST_OF_ONE, Math.ceil(memory.size) + 1) });
  }
}
