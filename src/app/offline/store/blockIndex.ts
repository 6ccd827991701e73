/** Which records are in which block, and how often the records of each form were changed. */

import Dexie from 'dexie';
import { LRUCache } from 'lru-cache';
import { getOwn } from '../../../core/json.ts';
import type { BlockRow, StoreDatabase } from './database.ts';

/** Records from which on it is faster to read all rows of their form than to search each. */
const MANY_IDS = 30;
/** Forms of which the blocks of all records are remembered. */
const MOST_FORMS = 10;

interface Blocks {
  changes: number;
  of: ReadonlyMap<string, string>;
}

export class BlockIndex {
  readonly #db: StoreDatabase;
  /** Each page of records that arrives asks for the blocks of all, and so does each list after a change. */
  readonly #blocks = new LRUCache<string, Blocks>({ max: MOST_FORMS });
  #stamps: Promise<Map<string, number>> | undefined;

  constructor(db: StoreDatabase) {
    this.#db = db;
  }

  async changes(form: string): Promise<number> {
    return (await this.#db.stamps.get(form))?.changes ?? 0;
  }

  /** As `changes`. Forms that are asked for at the same time are read together: home asks for all. */
  async changesNow(form: string): Promise<number> {
    this.#stamps ??= Promise.resolve().then(async () => {
      this.#stamps = undefined;
      return new Map((await this.#db.stamps.toArray()).map((stamp) => [stamp.form, stamp.changes]));
    });
    return (await this.#stamps).get(form) ?? 0;
  }

  async allChanges(): Promise<Record<string, number>> {
    return Object.fromEntries((await this.#db.stamps.toArray()).map(({ form, changes }) => [form, changes]));
  }

  /** Counts a change of the form's records, and returns how many there were before. */
  async count(form: string): Promise<number> {
    const changes = await this.changes(form);
    await this.#db.stamps.put({ form, changes: changes + 1 });
    return changes;
  }

  /** Returns the number of records by form. */
  async sizes(): Promise<Record<string, number>> {
    const sizes: Record<string, number> = {};
    // All at once: a cursor would wait for the database at each row.
    for (const { form, ids } of await this.#db.records.toArray()) sizes[form] = (getOwn(sizes, form) ?? 0) + ids.length;
    return sizes;
  }

  async ofForm(form: string): Promise<{ changes: number; rows: BlockRow[] }> {
    const { records, stamps } = this.#db;
    const [changes, rows] = await this.#db.transaction('r', [records, stamps], () =>
      Promise.all([this.changes(form), records.where('form').equals(form).toArray()]),
    );
    return { changes, rows };
  }

  /** Returns the block of each record of a form. */
  async marks(form: string): Promise<ReadonlyMap<string, string>> {
    const known = this.#blocks.get(form);
    if (known && (await this.changesNow(form)) === known.changes) return known.of;
    const { changes, rows } = await this.ofForm(form);
    const of = new Map(rows.flatMap(({ block, ids }) => ids.map((id) => [id, block] as const)));
    this.#blocks.set(form, { changes, of });
    return of;
  }

  /** Returns the rows that have one of the records, or one of those that `rows` replace. */
  async rowsWith(rows: readonly BlockRow[], removed: readonly string[]): Promise<BlockRow[]> {
    const ids = rows.flatMap((row) => row.ids);
    if (ids.length < MANY_IDS) return this.search([...ids, ...removed]);
    const found = new Map<string, BlockRow>();
    for (const form of new Set(rows.map((row) => row.form)))
      for (const row of await this.#rowsOfForm(form, ids)) found.set(row.block, row);
    for (const row of removed.length > 0 ? await this.search(removed) : []) found.set(row.block, row);
    return [...found.values()];
  }

  // These two run within a transaction of the caller's callers and are no async functions, in which Dexie would lose it.

  /** Returns the rows that have one of the records. */
  search(ids: readonly string[]): PromiseLike<BlockRow[]> {
    const { records } = this.#db;
    // All at once: a cursor over the ids would wait for the database at each.
    const all = Dexie.Promise.all(ids.map((id) => records.where('ids').equals(id).toArray()));
    return all.then((rows) => [...new Map(rows.flat().map((row) => [row.block, row])).values()]);
  }

  /** Searching for each of many records would take longer. A record never changes its form. */
  #rowsOfForm(form: string, ids: readonly string[]): PromiseLike<BlockRow[]> {
    const { records, stamps } = this.#db;
    return stamps.get(form).then((stamp) => {
      const known = this.#blocks.get(form);
      if (known?.changes === (stamp?.changes ?? 0)) {
        const blocks = new Set(ids.flatMap((id) => known.of.get(id) ?? []));
        return records.bulkGet([...blocks]).then((rows) => rows.filter((row) => row !== undefined));
      }
      const wanted = new Set(ids);
      const all = records.where('form').equals(form).toArray();
      return all.then((rows) => rows.filter((row) => row.ids.some((id) => wanted.has(id))));
    });
  }

  /** Follows a change of a form in memory, before which there were `changes`. Its blocks are read again if another tab changed them. */
  follow(form: string, changes: number, rows: readonly BlockRow[], removed: readonly string[]): void {
    const known = this.#blocks.get(form);
    if (known?.changes !== changes) return;
    // Somebody may hold the one of before.
    const of = new Map(known.of);
    for (const id of removed) of.delete(id);
    for (const row of rows) if (row.form === form) for (const id of row.ids) of.set(id, row.block);
    this.#blocks.set(form, { changes: changes + 1, of });
  }

  forget(): void {
    this.#blocks.clear();
  }
}
