/**
 * The unsent changes of a store whose password nobody knows, as a file that the office opens with its rescue key, and the key
 * file with which the office lets the device open the store again. Nothing is decrypted here on the device.
 */
import type { LocalFile, Operation, Receipt } from '../../../core/sync/types.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { packParts, RescueError, unpackParts } from './container.ts';
import {
  type Bytes,
  decryptJson,
  deriveStoreKeys,
  fromHex,
  randomByteArray,
  type StoreKeys,
  toHex,
  unwrapSecret,
  wrapSecret,
} from './crypto.ts';
import { type AccountRow, type StoreDatabase, storeDatabase } from './database.ts';
import { LocalAccountError } from './errors.ts';
import { decryptParts } from './files.ts';
import { unwrapAtOffice } from './officeKey.ts';
import { type RescuedContent, readWrappedSecret, withoutUpload } from './rescue.ts';

/** Begins each rescue file that the rescue key opens. */
const LOCKED_MARK = 'AMANAT-LOCKED-1';
const OPENING_MARK = 'AMANAT-OPENING-1';

/** What stands in clear. The parts follow in this order: operations, receipts, then of each file what is known and its content. */
interface Head {
  account: string;
  /** User-Agent of the browser. Anybody could have changed it, like the time. */
  device: string;
  /** Time of the device, UTC. */
  made_at: string;
  key: string;
  secret: string;
  /** Of a store whose secret was renewed (`deriveStoreKeys`). */
  earlier?: string;
  operations: { id: string; seq: number }[];
  receipts: { id: string }[];
  files: { file: string; parts: number }[];
}

/** Number of unsent changes of a store that is closed. */
export function countLockedChanges({ database }: AccountRow): Promise<number> {
  return withStore(database, (db) => db.operations.count());
}

/** Returns the unsent changes of a closed store, encrypted as they are. Throws `unknown_user` if the office could not open them. */
export function packUnsentChanges({ id, database, office, renewal }: AccountRow): Promise<Blob> {
  if (!office) throw new LocalAccountError('unknown_user');
  return withStore(database, async (db) => {
    const [operations, receipts, all] = await Promise.all([
      db.operations.toArray(),
      db.receipts.toArray(),
      db.files.where('owner').equals('').toArray(),
    ]);
    // A file that was made here has such an id, even after the server gave it another one.
    const made = all.filter(({ ids }) => ids.some((one) => one.startsWith('local:')));
    const contents = await db.contents.bulkGet(made.map(({ file }) => file));
    const files = made.flatMap(({ file, bytes }, at) => {
      const parts = contents[at]?.parts;
      return parts ? [{ file, bytes, parts }] : [];
    });
    const head: Head = {
      ...{ account: id, key: office.key, secret: toHex(office.secret) },
      ...(renewal?.earlier && { earlier: toHex(renewal.earlier) }),
      ...{ device: navigator.userAgent, made_at: deviceClock.now().toISOString() },
      operations: operations.map(({ id: one, seq }) => ({ id: one, seq })),
      receipts: receipts.map(({ id: one }) => ({ id: one })),
      files: files.map(({ file, parts }) => ({ file, parts: parts.length })),
    };
    return packParts(LOCKED_MARK, head, [
      ...[...operations, ...receipts].map(({ bytes }) => bytes),
      ...files.flatMap(({ bytes, parts }) => [bytes, ...parts]),
    ]);
  });
}

/** Numbers, from 1, of what is damaged. */
export interface DamagedParts {
  changes: number[];
  receipts: number[];
  files: number[];
}

/** What the office finds in such a file. */
export interface OpenedOfficeFile extends RescuedContent {
  /** What could not be read. The rest is there. */
  damaged: DamagedParts;
  /** It opens the store. */
  secret: Bytes;
  device: string;
  made_at: string;
}

/** Opens such a file with the private half of the rescue key, without what is damaged in it. Throws RescueError. */
export async function openOfficeFile(file: Blob, pem: string): Promise<OpenedOfficeFile> {
  const { mark, head, parts } = await unpackParts(file, true);
  if (mark !== LOCKED_MARK) throw new RescueError('unreadable');
  const { account, key, secret: wrapped, earlier, device, made_at } = head as unknown as Head;
  const secret = await unwrapAtOffice({ key, secret: fromHex(String(wrapped)) }, pem, account).catch(
    (error: unknown) => {
      throw new RescueError('wrong_key', error);
    },
  );
  try {
    const keys = await deriveStoreKeys(secret, earlier === undefined ? undefined : fromHex(String(earlier)));
    const read = await readParts(head as unknown as Head, parts, keys);
    return { account, records: [], ...read, secret, device: String(device), made_at: String(made_at) };
  } catch (error) {
    throw new RescueError('unreadable', error);
  }
}

type Read = Pick<OpenedOfficeFile, 'operations' | 'receipts' | 'files' | 'damaged'>;

/** Reads each part by itself, so that one that is damaged takes no other with it. */
async function readParts(head: Head, parts: readonly Bytes[], keys: StoreKeys): Promise<Read> {
  const found: Read = { operations: [], receipts: [], files: [], damaged: { changes: [], receipts: [], files: [] } };
  let at = 0;
  const next = (count = 1) => {
    at += count;
    return parts.slice(at - count, at);
  };
  const unsealed = async <T>(part: Bytes | undefined, place: string) => {
    if (!part) throw new Error('fewer parts than it names');
    return (await decryptJson<T>(keys, part, place)).value;
  };
  const noting = async (list: number[], number: number, work: () => Promise<unknown>) => {
    await work().catch(() => list.push(number));
  };
  const { operations, receipts, files, damaged } = found;
  for (const [index, { id, seq }] of head.operations.entries()) {
    const [part] = next();
    const read = async () =>
      operations.push({ ...(await unsealed<Omit<Operation, 'seq'>>(part, `operation ${id}`)), seq });
    await noting(damaged.changes, index + 1, read);
  }
  for (const [index, { id }] of head.receipts.entries()) {
    const [part] = next();
    await noting(damaged.receipts, index + 1, async () =>
      receipts.unshift(await unsealed<Receipt>(part, `receipt ${id}`)),
    );
  }
  for (const [index, one] of head.files.entries()) {
    const [first, ...content] = next(one.parts + 1);
    await noting(damaged.files, index + 1, async () => {
      const about = await unsealed<LocalFile>(first, `file ${one.file}`);
      const blob = new Blob(await decryptParts(keys, one.file, content), { type: about.type });
      files.push({ ...withoutUpload(about), blob });
    });
  }
  if (at !== parts.length) throw new Error('more parts than it names');
  return found;
}

/** Returns the name of the rescue key that opens the file. Undefined if a password opens it. Throws RescueError. */
export async function rescueKeyNameOf(file: Blob): Promise<string | undefined> {
  const { mark, head } = await unpackParts(file, true);
  return mark === LOCKED_MARK ? String(head.key) : undefined;
}

/** Letters and digits that nobody confuses when they are read aloud. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 59 bits, beside a derivation that takes a quarter of a second. */
const CODE_LENGTH = 12;

/** Returns a key file for the device of a store, and the code that opens it, which goes another way than the file. */
export async function makeUnlockFile(account: string, secret: Bytes): Promise<{ file: Blob; code: string }> {
  const numbers = new Uint32Array(randomByteArray(CODE_LENGTH * 4).buffer);
  const code = Array.from(numbers, (number) => ALPHABET[number % ALPHABET.length]).join('');
  const { derivation, secret: wrapped } = await wrapSecret(secret, code);
  const head = { ...derivation, salt: toHex(derivation.salt), secret: toHex(wrapped), account };
  return { file: packParts(OPENING_MARK, head, []), code };
}

/** Returns the secret in a key file. Throws RescueError, also if it does not open the store. */
export async function secretFromUnlockFile(
  { id, database, renewal }: AccountRow,
  file: Blob,
  code: string,
): Promise<Bytes> {
  const { mark, head } = await unpackParts(file);
  if (mark !== OPENING_MARK) throw new RescueError('unreadable');
  if (head.account !== id) throw new RescueError('other_account');
  const secret = await unwrapSecret(readWrappedSecret(head), code.replace(/\s/g, '').toLowerCase()).catch(
    (error: unknown) => {
      throw new RescueError('wrong_password', error);
    },
  );
  // Of another device of the same person: it would take the place of the secret that opens this store.
  const keys = await deriveStoreKeys(secret, renewal?.earlier).catch(() => undefined);
  if (!keys || !(await opens(database, keys))) throw new RescueError('wrong_key');
  return secret;
}

/** Returns false if something in the store is encrypted with other keys. */
function opens(database: string, keys: StoreKeys): Promise<boolean> {
  return withStore(database, async (db) => {
    const found: [string, Bytes | undefined][] = [];
    for (const [table, kind] of [
      [db.operations, 'operation'],
      [db.documents, 'document'],
      [db.drafts, 'draft'],
    ] as const) {
      const row = (await table.toCollection().first()) as { id: string; bytes: Bytes } | undefined;
      if (row) found.push([`${kind} ${row.id}`, row.bytes]);
    }
    const opened = await Promise.allSettled(found.map(([place, bytes]) => decryptJson(keys, bytes as Bytes, place)));
    return opened.every(({ status }) => status === 'fulfilled');
  });
}

async function withStore<T>(name: string, work: (db: StoreDatabase) => Promise<T>): Promise<T> {
  const db = storeDatabase(name);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}
