/**
 * A rescue file: the unsent changes of an account with their records and files, encrypted with a password of its own. Another
 * device takes it in for the same account. The changes keep their ids, so the server takes each of them only once, even if the
 * first device sends them as well.
 */
import type { SyncStore } from '../../../core/sync/store.ts';
import type { LocalFile, LocalRecord, Operation } from '../../../core/sync/types.ts';
import type { AccountStore } from './accountStore.ts';
import { type Bytes, decrypt, encrypt, hex, newSecret, unwrapSecret, wrapSecret } from './crypto.ts';
import { COST, type Cost } from './derive.ts';
import { LocalAccountError } from './errors.ts';

export type RescueReason =
  /** Not a rescue file, or one that was changed or cut. */
  | 'unreadable'
  | 'wrong_password'
  /** It holds the work of another account. */
  | 'other_account';

export class RescueError extends Error {
  readonly reason: RescueReason;

  constructor(reason: RescueReason, cause?: unknown) {
    super(`rescue file: ${reason}`, { cause });
    this.name = 'RescueError';
    this.reason = reason;
  }
}

interface Content {
  account: string;
  operations: Operation[];
  records: LocalRecord[];
  files: LocalFile[];
}

/** Begins each rescue file. The number is that of its format. */
const MARK = 'AMANAT-RESCUE-1\n';
const utf8 = new TextEncoder();
const plain = new TextDecoder();

/** Returns the unsent changes of a store as a file that only the password opens. */
export async function makeRescue(store: AccountStore, password: string, cost: Cost = COST): Promise<Blob> {
  const operations = await store.operations.all();
  const ids = [...new Set(operations.map(({ record_id }) => record_id))];
  const records = (await Promise.all(ids.map((id) => store.records.get(id)))).filter((one) => one !== undefined);
  const found = await Promise.all(operations.flatMap(({ files }) => files).map((id) => store.files.get(id)));
  const kept = found.filter((one) => one !== undefined);
  const files = kept.map(({ blob: _blob, ...file }): LocalFile => {
    // The upload that this device began belongs to its session.
    const { upload: _upload, ...rest } = file;
    return rest;
  });
  const content: Content = { account: store.account.id, operations, records, files };
  const secret = newSecret();
  const wrapped = await wrapSecret(secret, password, cost);
  const { salt, ...numbers } = wrapped.derivation;
  const head = JSON.stringify({ ...numbers, salt: hex(salt), secret: hex(wrapped.secret) });
  const key = await keyOf(secret);
  const total = kept.length + 1;
  const parts: Bytes[] = [await encrypt(key, utf8.encode(JSON.stringify(content)), place(0, total))];
  for (const [at, { blob }] of kept.entries())
    parts.push(await encrypt(key, new Uint8Array(await blob.arrayBuffer()), place(at + 1, total)));
  const sizes = parts.map(({ byteLength }) => byteLength);
  return new Blob([MARK, `${head}\n`, `${JSON.stringify(sizes)}\n`, ...parts], { type: 'application/octet-stream' });
}

/** Adds the changes of a rescue file to the store. Returns how many are new to it. Throws RescueError. */
export async function takeRescue(store: AccountStore, file: Blob, password: string): Promise<string[]> {
  const { content, blobs } = await opened(file, password);
  if (content.account !== store.account.id) throw new RescueError('other_account');
  const known = new Set([
    ...(await store.operations.all()).map(({ id }) => id),
    ...(await store.receipts.all()).map(({ id }) => id),
  ]);
  const fresh = content.operations.filter(({ id }) => !known.has(id)).sort((a, b) => a.seq - b.seq);
  const needed = new Set(fresh.flatMap(({ files }) => files));
  // Files first, so that a change never waits without them.
  for (const [at, one] of content.files.entries())
    if (needed.has(one.id) && !(await store.files.get(one.id))) await store.files.put(one, blobs[at] as Blob);
  for (const { seq: _seq, ...operation } of fresh) {
    const local = await recordFor(store, operation.record_id, content.records);
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

async function opened(file: Blob, password: string): Promise<{ content: Content; blobs: Blob[] }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { head, sizes, start } = readHead(bytes);
  const secret = await unwrapSecret(head, password).catch((error: unknown) => {
    const isWrong = error instanceof LocalAccountError && error.reason === 'wrong_password';
    throw new RescueError(isWrong ? 'wrong_password' : 'unreadable', error);
  });
  try {
    const key = await keyOf(secret);
    const parts: Bytes[] = [];
    let at = start;
    for (const [index, size] of sizes.entries()) {
      parts.push(await decrypt(key, bytes.subarray(at, at + size), place(index, sizes.length)));
      at += size;
    }
    if (at !== bytes.byteLength) throw new Error('longer than it says');
    const content = JSON.parse(plain.decode(parts[0])) as Content;
    const blobs = content.files.map(({ type }, index) => new Blob([parts[index + 1] as Bytes], { type }));
    return { content, blobs };
  } catch (error) {
    throw new RescueError('unreadable', error);
  }
}

/** Longest head of a rescue file with a reasonable number of files. */
const LONGEST_HEAD = 100_000;

/** Reads what stands in clear. Refuses costs that nobody wrote, by which a file could keep a device busy for hours. */
function readHead(bytes: Bytes) {
  try {
    const [mark = '', head = '', sizes = ''] = new TextDecoder('latin1')
      .decode(bytes.subarray(0, LONGEST_HEAD))
      .split('\n', 3);
    const { salt, secret, N, r, p } = JSON.parse(head) as { salt: string; secret: string } & Cost;
    const list = JSON.parse(sizes) as unknown;
    const isList = Array.isArray(list) && list.length > 0 && list.every((size) => Number.isInteger(size) && size > 0);
    if (`${mark}\n` !== MARK || !isList || N > COST.N || r > COST.r || p > COST.p) throw new Error('another format');
    const derivation = { N, r, p, salt: unhex(salt) };
    return {
      head: { derivation, secret: unhex(secret) },
      sizes: list as number[],
      start: mark.length + head.length + sizes.length + 3,
    };
  } catch (error) {
    throw new RescueError('unreadable', error);
  }
}

function unhex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const place = (at: number, total: number): string => `rescue ${at}/${total}`;

function keyOf(secret: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
