/**
 * Gives the store of an earlier build a new secret. Such a build wrote the keys themselves into a database, whose log keeps what
 * was deleted. At the next login with the password a new secret takes the place of the old one, and then everything that is
 * stored is encrypted anew, row by row beside the person's work. It is begun again where it stopped: rows that the new keys open
 * are left alone. Until it is over, what is not encrypted anew is read with the earlier keys. Names of documents and drafts stay.
 */
import type { Table } from 'dexie';
import { withAccountsDatabase } from './accounts.ts';
import {
  type Bytes,
  decrypt,
  encrypt,
  initializationVectorOf,
  newSecret,
  type StoreKeys,
  wrapEarlierSecret,
  wrapSecret,
} from './crypto.ts';
import type { AccountRow, StoreDatabase } from './database.ts';
import { filePartPlace } from './files.ts';
import { wrapForOffice } from './officeKey.ts';
import { renewalProgress } from './renewalProgress.ts';

/**
 * Returns the account with a new secret, not stored yet, if it needs one. `officeKey` is the public half of the rescue key: while
 * it cannot be had, a store that the office could open stays as it is.
 */
export async function withNewSecret(
  row: AccountRow,
  secret: Bytes,
  password: string,
  officeKey: string | null,
): Promise<{ row: AccountRow; secret: Bytes }> {
  if (row.renewal || (row.office && !officeKey)) return { row, secret };
  const next = newSecret();
  try {
    const { office: _, ...rest } = row;
    const office = officeKey ? await wrapForOffice(next, officeKey, row.id) : undefined;
    const renewal = { earlier: await wrapEarlierSecret(next, secret), isRunning: true } as const;
    return {
      row: { ...rest, password: await wrapSecret(next, password), renewal, ...(office && { office }) },
      secret: next,
    };
  } catch (error) {
    // A rescue key that this browser cannot use.
    console.warn('the secret of the store was not renewed', error);
    return { row, secret };
  }
}

const LOCK = 'amanat-renewal';

/** Encrypts anew what is left, unless another tab does. Resolves when that is over, or the store was closed. */
export async function renewContent(db: StoreDatabase, keys: StoreKeys, { id, renewal }: AccountRow): Promise<void> {
  if (!renewal?.isRunning || !keys.earlier) return;
  const renew = async () => {
    await renewAll(db, keys);
    await withAccountsDatabase((accounts) =>
      accounts.transaction('rw', accounts.accounts, async () => {
        const now = await accounts.accounts.get(id);
        if (now?.renewal?.earlier) await accounts.accounts.put({ ...now, renewal: { earlier: now.renewal.earlier } });
      }),
    );
  };
  const locks = navigator.locks as LockManager | undefined;
  try {
    await (locks ? locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? renew() : undefined)) : renew());
  } finally {
    renewalProgress.set(undefined);
  }
}

async function renewAll(db: StoreDatabase, keys: StoreKeys): Promise<void> {
  const { contents, documents, drafts, files, operations, receipts } = db;
  const counts = await Promise.all(
    [contents, documents, drafts, files, operations, receipts].map((one) => one.count()),
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  let done = 0;
  const step = () => {
    done += 1;
    renewalProgress.set({ done: Math.min(done, total), total });
  };
  // Unsent work first: nobody else has it.
  await renewRows(keys, operations, ({ id }) => ({ bytes: `operation ${id}` }), step);
  await renewRows(keys, drafts, ({ id }) => ({ bytes: `draft ${id}` }), step);
  await renewRows(keys, receipts, ({ id }) => ({ bytes: `receipt ${id}` }), step);
  await renewRows(keys, files, ({ file }) => ({ bytes: `file ${file}` }), step);
  await renewRows(keys, documents, ({ id }) => ({ key: `key ${id}`, bytes: `document ${id}` }), step);
  for (const id of await contents.toCollection().primaryKeys()) {
    await renewParts(db, keys, id);
    step();
  }
}

/** `places` names the encrypted fields of a row and the place of each. A row that changes meanwhile is new already. */
async function renewRows<Row extends object, Key>(
  keys: StoreKeys,
  table: Table<Row, Key>,
  places: (row: Row) => { [name in keyof Row]?: string },
  step: () => void,
): Promise<void> {
  for (const key of await table.toCollection().primaryKeys()) {
    const row = await table.get(key);
    for (const [name, place] of Object.entries(row ? places(row) : {}) as [keyof Row, string][]) {
      const before = row?.[name] as Bytes;
      const after = await renewed(keys, before, place);
      if (after)
        await changeRow(
          table,
          key,
          (now) =>
            initializationVectorOf(now[name] as Bytes) === initializationVectorOf(before) && { ...now, [name]: after },
        );
    }
    step();
  }
}

async function renewParts({ contents, files }: StoreDatabase, keys: StoreKeys, id: string): Promise<void> {
  const [row, file] = await Promise.all([contents.get(id), files.get(id)]);
  const before = row?.parts ?? [];
  const place = (at: number) => (file ? filePartPlace(id, at, before.length) : id);
  const parts: Bytes[] = [];
  for (const [at, part] of before.entries()) parts.push((await renewed(keys, part, place(at))) ?? part);
  if (parts.every((part, at) => part === before[at])) return;
  await changeRow(
    contents,
    id,
    (now) =>
      now.parts.map(initializationVectorOf).join() === before.map(initializationVectorOf).join() && { ...now, parts },
  );
}

function changeRow<Row, Key>(table: Table<Row, Key>, key: Key, change: (now: Row) => Row | false): Promise<void> {
  return table.db.transaction('rw', table, async () => {
    const now = await table.get(key);
    const next = now && change(now);
    if (next) await table.put(next);
  });
}

/** Returns undefined if the keys of now open it, or no key does. */
async function renewed({ content, earlier }: StoreKeys, bytes: Bytes, place: string): Promise<Bytes | undefined> {
  const isNew = await decrypt(content, bytes, place).then(
    () => true,
    () => false,
  );
  if (isNew || !earlier) return undefined;
  const opened = await decrypt(earlier, bytes, place).catch(() => undefined);
  return opened && encrypt(content, opened, place);
}
