/**
 * A rescue file: the unsent changes of an account with their records and files, encrypted with a password of its own. Another
 * device takes it in for the same account. The changes keep their ids, so the server takes each of them only once, even if the
 * first device sends them as well.
 */
import type { SyncStore } from '../../../core/sync/store.ts';
import type { LocalFile, LocalRecord, Operation, Receipt } from '../../../core/sync/types.ts';
import type { AccountStore } from './accountStore.ts';
import { packParts, RescueError, unpackParts } from './container.ts';
import {
  type Bytes,
  decrypt,
  encrypt,
  fromHex,
  importContentKey,
  newSecret,
  toHex,
  unwrapSecret,
  wrapSecret,
} from './crypto.ts';
import { SCRYPT_COST, type ScryptCost } from './deriveKey.ts';
import { LocalAccountError } from './errors.ts';

/** What is in a rescue file. */
export interface RescuedContent {
  /** Id of the user. */
  account: string;
  operations: Operation[];
  records: LocalRecord[];
  receipts: Receipt[];
  files: (LocalFile & { blob: Blob })[];
}

type Content = Omit<RescuedContent, 'files' | 'receipts'> & { files: LocalFile[] };

/** Begins each rescue file that a password opens. The number is that of its format. */
const RESCUE_MARK = 'AMANAT-RESCUE-1';
const utf8 = new TextEncoder();
const plain = new TextDecoder();

/** Returns the unsent changes of a store as a file that only the password opens. */
export async function makeRescueFile(
  store: AccountStore,
  password: string,
  cost: ScryptCost = SCRYPT_COST,
): Promise<Blob> {
  const operations = await store.operations.all();
  const ids = [...new Set(operations.map(({ record_id }) => record_id))];
  const records = (await Promise.all(ids.map((id) => store.records.get(id)))).filter((one) => one !== undefined);
  const found = await Promise.all(operations.flatMap(({ files }) => files).map((id) => store.files.get(id)));
  const kept = found.filter((one) => one !== undefined);
  const files = kept.map(({ blob: _blob, ...file }) => withoutUpload(file));
  const content: Content = { account: store.account.id, operations, records, files };
  const secret = newSecret();
  const wrapped = await wrapSecret(secret, password, cost);
  const { salt, ...numbers } = wrapped.derivation;
  const key = await importContentKey(secret);
  const total = kept.length + 1;
  const parts: Bytes[] = [await encrypt(key, utf8.encode(JSON.stringify(content)), place(0, total))];
  for (const [at, { blob }] of kept.entries())
    parts.push(await encrypt(key, new Uint8Array(await blob.arrayBuffer()), place(at + 1, total)));
  return packParts(RESCUE_MARK, { ...numbers, salt: toHex(salt), secret: toHex(wrapped.secret) }, parts);
}

/** The upload that a device began belongs to its session. */
export function withoutUpload({ upload: _upload, ...file }: LocalFile): LocalFile {
  return file;
}

/** Adds the changes of a rescue file to the store. Returns how many are new to it. Throws RescueError. */
export async function importRescueFile(store: AccountStore, file: Blob, password: string): Promise<string[]> {
  const rescued = await openRescueFile(file, password);
  if (rescued.account !== store.account.id) throw new RescueError('other_account');
  const known = new Set([
    ...(await store.operations.all()).map(({ id }) => id),
    ...(await store.receipts.all()).map(({ id }) => id),
  ]);
  const fresh = rescued.operations.filter(({ id }) => !known.has(id)).sort((a, b) => a.seq - b.seq);
  const needed = new Set(fresh.flatMap(({ files }) => files));
  // Files first, so that a change never waits without them.
  for (const { blob, ...one } of rescued.files)
    if (needed.has(one.id) && !(await store.files.get(one.id))) await store.files.put(one, blob);
  for (const { seq: _seq, ...operation } of fresh) {
    const local = await recordFor(store, operation.record_id, rescued.records);
    if (local) await store.operations.add(operation, local);
  }
  return [...new Set(fresh.map(({ record_id }) => record_id))];
}

/** Returns the record as the file has it. What this device received from the server, if that is newer, stays below it. */
async function recordFor(
  { records }: SyncStore,
  id: string,
  saved: readonly LocalRecord[],
): Promise<LocalRecord | undefined> {
  const here = await records.get(id);
  const there = saved.find(({ record }) => record.id === id);
  if (!here || !there) return here ?? there;
  const newer = (here.server?.version ?? 0) > (there.server?.version ?? 0) ? here.server : there.server;
  return { ...there, ...(newer && { server: newer }) };
}

/** Throws RescueError. */
export async function openRescueFile(file: Blob, password: string): Promise<RescuedContent> {
  const { mark, head, parts } = await unpackParts(file);
  if (mark !== RESCUE_MARK || parts.length === 0) throw new RescueError('unreadable');
  const secret = await unwrapSecret(readWrappedSecret(head), password).catch((error: unknown) => {
    const isWrong = error instanceof LocalAccountError && error.reason === 'wrong_password';
    throw new RescueError(isWrong ? 'wrong_password' : 'unreadable', error);
  });
  try {
    const key = await importContentKey(secret);
    const opened = await Promise.all(parts.map((part, at) => decrypt(key, part, place(at, parts.length))));
    const { files, ...content } = JSON.parse(plain.decode(opened[0])) as Content;
    const blobs = files.map((one, at) => ({ ...one, blob: new Blob([opened[at + 1] as Bytes], { type: one.type }) }));
    return { ...content, receipts: [], files: blobs };
  } catch (error) {
    throw new RescueError('unreadable', error);
  }
}

/** Reads a wrapped secret. Refuses costs that nobody wrote, by which a file could keep a device busy for hours. */
export function readWrappedSecret(head: object) {
  const { salt, secret, N, r, p } = head as { salt?: unknown; secret?: unknown } & Partial<ScryptCost>;
  if (typeof salt !== 'string' || typeof secret !== 'string' || !N || !r || !p) throw new RescueError('unreadable');
  if (N > SCRYPT_COST.N || r > SCRYPT_COST.r || p > SCRYPT_COST.p) throw new RescueError('unreadable');
  return { derivation: { N, r, p, salt: fromHex(salt) }, secret: fromHex(secret) };
}

const place = (at: number, total: number): string => `rescue ${at}/${total}`;
