/**
 * The organisation's rescue key. Its public half encrypts the secret of each store, so that the office can open the work of
 * somebody who forgot the password. Its private half is on no server and no phone.
 */
import { type Bytes, toHex } from './crypto.ts';

/** The secret of a store, encrypted for the office. */
export interface OfficeSecret {
  /** Names the rescue key: SHA-256 of its public half. */
  key: string;
  secret: Bytes;
}

const RSA = { name: 'RSA-OAEP', hash: 'SHA-256' };
const utf8 = new TextEncoder();

/** `publicKey` is SPKI in Base64. The account is bound to the secret, so that no work is taken in as that of somebody else. */
export async function wrapForOffice(secret: Bytes, publicKey: string, account: string): Promise<OfficeSecret> {
  const key = await crypto.subtle.importKey('spki', unbase64(publicKey), RSA, false, ['encrypt']);
  const wrapped = await crypto.subtle.encrypt({ ...RSA, label: utf8.encode(account) }, key, secret);
  return { key: await publicKeyName(publicKey), secret: new Uint8Array(wrapped) };
}

/** `pem` is the file from the safe. Throws if it is another key, or the secret is that of another account. */
export async function unwrapAtOffice({ secret }: OfficeSecret, pem: string, account: string): Promise<Bytes> {
  const text = /-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----/.exec(pem)?.[1] ?? '';
  const key = await crypto.subtle.importKey('pkcs8', unbase64(text.replace(/\s/g, '')), RSA, false, ['decrypt']);
  return new Uint8Array(await crypto.subtle.decrypt({ ...RSA, label: utf8.encode(account) }, key, secret));
}

export async function publicKeyName(publicKey: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', unbase64(publicKey))));
}

function unbase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
