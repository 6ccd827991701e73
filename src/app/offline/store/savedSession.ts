/**
 * Who is logged in on this device and the secret of their store, so that a reload, also without network, needs no password. The
 * secret is encrypted with the key of the session (`sessionKey`). Where a browser has no place for that key, the store is open as
 * long as a page has it open.
 */
import { withAccountsDatabase } from './accounts.ts';
import {
  type Bytes,
  decrypt,
  deriveStoreKeys,
  encrypt,
  importContentKey,
  randomByteArray,
  type StoreKeys,
  toHex,
} from './crypto.ts';
import type { AccountRow, SessionRow } from './database.ts';
import { LocalAccountError } from './errors.ts';
import { sessionMark } from './session.ts';
import { sessionKey, withSessionLock } from './sessionKey.ts';

const place = (id: string) => `session ${id}`;

/** Begins a session in the place of the one before, which can be opened no more. `check` throws if it shall not begin. */
export function beginSession(account: string, username: string, secret: Bytes, check: () => void): Promise<SessionRow> {
  return withSessionLock(async () => {
    const row: SessionRow = { id: toHex(randomByteArray(16)), account, username };
    const key = await sessionKey.make();
    if (key) row.secret = await encrypt(await importContentKey(key), secret, place(row.id));
    check();
    await withAccountsDatabase((db) =>
      db.transaction('rw', db.sessions, async () => {
        await db.sessions.clear();
        await db.sessions.add(row);
      }),
    );
    check();
    sessionMark.set(row.id);
    return row;
  });
}

export interface SavedSession {
  row: AccountRow;
  username: string;
  keys: StoreKeys;
}

/** Throws `dropped` if the browser removed it, and `locked` if it needs the password again. */
export async function savedSession(mark: string): Promise<SavedSession> {
  const found = await withAccountsDatabase(async (db) => {
    const session = await db.sessions.get(mark);
    const row = session && (await db.accounts.get(session.account));
    return row && { row, session };
  });
  if (!found) throw new LocalAccountError('dropped');
  const { row, session } = found;
  return { row, username: session.username, keys: await keysOfSession(session, row) };
}

async function keysOfSession({ id, secret, until, keys }: SessionRow, { renewal }: AccountRow): Promise<StoreKeys> {
  if (until && until < new Date().toISOString()) throw new LocalAccountError('locked');
  if (keys) return keys;
  if (!secret) return borrowedKeys(id);
  const key = await withSessionLock(() => sessionKey.read());
  if (!key) throw new LocalAccountError('locked');
  const opened = await decrypt(await importContentKey(key), secret, place(id)).catch((error: unknown) => {
    throw new LocalAccountError('locked', error);
  });
  return deriveStoreKeys(opened, renewal?.earlier);
}

/** Milliseconds that a tab waits for the keys of another one. */
const TAB_PATIENCE = 500;

/** Only where a browser has no place for the key of the session: tabs then give each other what they can use and not read. */
const lending = () =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('amanat-session-keys');
let lent: BroadcastChannel | undefined;

export function stopSharingKeys(): void {
  lent?.close();
  lent = undefined;
}

/** Gives the keys to tabs of the same session that have none, until it ends. */
export function shareKeysWithTabs({ id, secret }: SessionRow, keys: StoreKeys): void {
  stopSharingKeys();
  lent = secret ? undefined : lending();
  if (!lent) return;
  const channel = lent;
  channel.onmessage = ({ data }: MessageEvent<{ wants?: string }>) => {
    if (data.wants === id && sessionMark.get() === id) channel.postMessage({ of: id, keys });
  };
}

/** Throws `locked` if no other tab has them. */
async function borrowedKeys(id: string): Promise<StoreKeys> {
  const channel = lending();
  const keys = await new Promise<StoreKeys | undefined>((resolve) => {
    setTimeout(() => resolve(undefined), TAB_PATIENCE);
    if (!channel) return resolve(undefined);
    channel.onmessage = ({ data }: MessageEvent<{ of?: string; keys?: StoreKeys }>) => {
      if (data.of === id) resolve(data.keys);
    };
    channel.postMessage({ wants: id });
  });
  channel?.close();
  if (!keys) throw new LocalAccountError('locked');
  shareKeysWithTabs({ id, account: '', username: '' }, keys);
  return keys;
}

/** Makes a session worthless: first its key, on the disk too, then what stands in the database. Not one that came after it. */
export function endSession(mark: string): Promise<void> {
  return withSessionLock(async () => {
    if (sessionMark.get() !== mark) return;
    await sessionKey.erase();
    sessionMark.clear();
    await withAccountsDatabase((db) => db.sessions.clear()).catch((error: unknown) => {
      // Nobody has the key that opens it, and the next login replaces it.
      console.warn('the session was not removed', error);
    });
  });
}
