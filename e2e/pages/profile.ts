/** What a browser left on the disk, as somebody finds it who has the device and no password. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';

/** Returns the files of a profile that have the bytes. */
export function filesWith(profile: string, bytes: Uint8Array): string[] {
  const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(Buffer.from(bytes)))
    .map((path) => path.slice(profile.length + 1));
}

/** Keys of the device in hexadecimal, by what they are for. */
export interface Seen {
  /** The secret of a store. */
  secret: string[];
  /** What its content and its names are encrypted with, worked out from the secret. */
  derived: string[];
  /** Keys of 32 bytes that are used as they are: of the session, and those from a password. */
  plain: string[];
}

/** Notes all keys that pages work with. They work with them as always. */
export async function noteKeys(context: BrowserContext): Promise<Seen> {
  const seen: Seen = { secret: [], derived: [], plain: [] };
  await context.exposeFunction('noteKey', (kind: keyof Seen, hex: string) => {
    if (!seen[kind].includes(hex)) seen[kind].push(hex);
  });
  await context.addInitScript(() => {
    const { importKey, deriveKey, deriveBits } = crypto.subtle;
    const copy = (bytes: BufferSource) =>
      ArrayBuffer.isView(bytes)
        ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice()
        : new Uint8Array(bytes.slice(0));
    const hex = (bytes: BufferSource) => Array.from(copy(bytes), (one) => one.toString(16).padStart(2, '0')).join('');
    const note = Reflect.get(window, 'noteKey') as (kind: string, hex: string) => void;
    const secrets = new WeakMap<CryptoKey, BufferSource>();
    crypto.subtle.importKey = async (...given: unknown[]) => {
      const key = (await Reflect.apply(importKey, crypto.subtle, given)) as CryptoKey;
      const [format, bytes] = given as [string, BufferSource];
      if (format !== 'raw') return key;
      note(key.algorithm.name === 'HKDF' ? 'secret' : 'plain', hex(bytes));
      if (key.algorithm.name === 'HKDF') secrets.set(key, copy(bytes) as BufferSource);
      return key;
    };
    crypto.subtle.deriveKey = async (...given: unknown[]) => {
      const [how, base] = given as [HkdfParams, CryptoKey];
      const bytes = secrets.get(base);
      if (bytes) {
        const again = await Reflect.apply(importKey, crypto.subtle, ['raw', bytes, 'HKDF', false, ['deriveBits']]);
        note('derived', hex(await Reflect.apply(deriveBits, crypto.subtle, [how, again, 256])));
      }
      return Reflect.apply(deriveKey, crypto.subtle, given);
    };
  });
  return seen;
}

/** Ends the browser of a profile as a phone does whose battery is empty. */
export async function crash(context: BrowserContext, profile: string): Promise<void> {
  const closed = new Promise((resolve) => context.once('close', resolve));
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const words = wordsOf(pid);
    if (words.includes(`--user-data-dir=${profile}`) && !words.some((word) => word.startsWith('--type=')))
      process.kill(Number(pid), 'SIGKILL');
  }
  await closed;
}

function wordsOf(pid: string): string[] {
  try {
    if (!readlinkSync(`/proc/${pid}/exe`)) return [];
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // It ended, or belongs to the system.
    return [];
  }
}

/** Returns every ciphertext in the databases of the page's origin that these keys decrypt, wherever it belongs. */
export function decrypted(page: Page, keys: readonly string[]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const ready = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const imported = await Promise.all(
      all.map((hex) => {
        const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
        return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt']);
      }),
    );
    const found: string[] = [];
    const read = async (bytes: Uint8Array<ArrayBuffer>, place: string) => {
      const additionalData = new TextEncoder().encode(place);
      for (const key of imported) {
        const how = { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData };
        const opened = await crypto.subtle.decrypt(how, key, bytes.subarray(12)).catch(() => undefined);
        if (opened) found.push(new TextDecoder().decode(opened));
      }
    };
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('amanat-store-')) continue;
      const database = await ready(indexedDB.open(name));
      for (const [table, kind] of [
        ['drafts', 'draft'],
        ['documents', 'document'],
        ['operations', 'operation'],
      ] as const)
        for (const { id, bytes } of await ready(database.transaction(table).objectStore(table).getAll()))
          await read(bytes, `${kind} ${id}`);
      database.close();
    }
    return found;
  }, keys);
}
