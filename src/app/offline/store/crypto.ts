/**
 * Encryption of a store. A random secret of 32 bytes is stored only wrapped by a key from the password. From it come the
 * AES-GCM key of all content and the HMAC key of names. Each write has a new random IV, and each ciphertext is bound to its
 * place, so that it cannot be read in another one.
 */
import { type Derivation, deriveKeyInWorker, SCRYPT_COST, type ScryptCost } from './deriveKey.ts';
import { LocalAccountError } from './errors.ts';
import { canHaveStores } from './session.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Not extractable: the page can use them, not read them. */
export interface StoreKeys {
  content: CryptoKey;
  names: CryptoKey;
  /** Of what was encrypted before the secret was renewed. Nothing new is encrypted with it. */
  earlier?: CryptoKey;
}

/** The secret of a store, encrypted with a key from the password. */
export interface WrappedSecret {
  derivation: Derivation;
  /** IV and ciphertext. */
  secret: Bytes;
}

const IV_BYTES = 12;
const utf8 = new TextEncoder();
const plain = new TextDecoder();

export const randomByteArray = (bytes: number): Bytes => crypto.getRandomValues(new Uint8Array(bytes));
export const newSecret = (): Bytes => randomByteArray(32);

/** Throws `unsupported` where the browser offers no encryption or no database. */
export function mustHaveSupport(): void {
  if (!canHaveStores()) throw new LocalAccountError('unsupported');
}

/** Key for what only whoever has these bytes can open. */
export function importContentKey(bytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

export async function wrapSecret(
  secret: Bytes,
  password: string,
  cost: ScryptCost = SCRYPT_COST,
): Promise<WrappedSecret> {
  const derivation = { ...cost, salt: randomByteArray(16) };
  const key = await passwordKey(password, derivation);
  return { derivation, secret: await encrypt(key, secret, 'secret') };
}

/** Throws `wrong_password`. */
export async function unwrapSecret({ derivation, secret }: WrappedSecret, password: string): Promise<Bytes> {
  const key = await passwordKey(password, derivation);
  return decrypt(key, secret, 'secret').catch((error) => {
    throw new LocalAccountError('wrong_password', error);
  });
}

async function passwordKey(password: string, derivation: Derivation): Promise<CryptoKey> {
  return importContentKey(await deriveKeyInWorker(password, derivation));
}

/**
 * `renewed` is the earlier secret of a store whose secret was renewed, encrypted with the one of now. Names stay as they were.
 * Throws if the secrets do not belong together.
 */
export async function deriveStoreKeys(secret: Bytes, renewed?: Bytes): Promise<StoreKeys> {
  const keys = await derivedKeys(secret);
  if (!renewed) return keys;
  const earlier = await derivedKeys(await decrypt(keys.content, renewed, EARLIER));
  return { content: keys.content, names: earlier.names, earlier: earlier.content };
}

const EARLIER = 'earlier secret';

/** Returns the `renewed` of `deriveStoreKeys`. */
export async function wrapEarlierSecret(secret: Bytes, earlier: Bytes): Promise<Bytes> {
  return encrypt((await derivedKeys(secret)).content, earlier, EARLIER);
}

async function derivedKeys(secret: Bytes): Promise<StoreKeys> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const from = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8.encode(info) });
  const [content, names] = await Promise.all([
    crypto.subtle.deriveKey(from('content'), base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.deriveKey(from('names'), base, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']),
  ]);
  return { content, names };
}

/** Returns IV and ciphertext. `place` names where it is stored. */
export async function encrypt(key: CryptoKey, bytes: Bytes, place: string): Promise<Bytes> {
  const iv = randomByteArray(IV_BYTES);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8.encode(place) }, key, bytes);
  const both = new Uint8Array(IV_BYTES + sealed.byteLength);
  both.set(iv);
  both.set(new Uint8Array(sealed), IV_BYTES);
  return both;
}

/** Returns what is another text after each write. */
export const initializationVectorOf = (bytes: Bytes): string => bytes.subarray(0, IV_BYTES).join();

/** Throws if the bytes were changed or belong to another place. */
export async function decrypt(key: CryptoKey, bytes: Bytes, place: string): Promise<Bytes> {
  const how = { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData: utf8.encode(place) };
  return new Uint8Array(await crypto.subtle.decrypt(how, key, bytes.subarray(IV_BYTES)));
}

/** Decrypts content of a store. Throws if the bytes were changed or belong to another place. */
export async function decryptContent({ content, earlier }: StoreKeys, bytes: Bytes, place: string): Promise<Bytes> {
  if (!earlier) return decrypt(content, bytes, place);
  return decrypt(content, bytes, place).catch(() => decrypt(earlier, bytes, place));
}

export const encryptJson = async ({ content }: StoreKeys, value: unknown, place: string): Promise<Bytes> =>
  encrypt(content, utf8.encode(JSON.stringify(value)), place);

/** Returns the value and the length of its text. Throws `damaged`. */
export async function decryptJson<T>(
  keys: StoreKeys,
  bytes: Bytes,
  place: string,
): Promise<{ value: T; size: number }> {
  try {
    const text = plain.decode(await decryptContent(keys, bytes, place));
    return { value: JSON.parse(text) as T, size: text.length };
  } catch (error) {
    throw new LocalAccountError('damaged', error);
  }
}

/** Returns a name by which a text is found again, and which does not tell the text without the key. */
export async function blindName({ names }: StoreKeys, text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', names, utf8.encode(text))));
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function fromHex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Username as a hash with the salt of the device. It hides the name from a glance, not from somebody who tries all names. */
export async function usernameHash(salt: string, username: string): Promise<string> {
  const text = utf8.encode(`${salt} ${username.normalize('NFKC').trim().toLowerCase()}`);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}
