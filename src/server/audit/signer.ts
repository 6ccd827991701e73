/** The Ed25519 key that signs seals. It is kept in a file, never in the database, and made at the first start. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFileAtomically, makeFolder } from '../files/durable.ts';

export interface Signer {
  /** Fingerprint of the public key: the first half of its SHA-256 in hexadecimal. */
  id: string;
  /** Returns the signature in base64url. */
  sign(text: string): string;
}

export interface PublicKey {
  id: string;
  isSignature(text: string, signature: string): boolean;
}

/** Reads the key of a file. If it does not exist, makes it and its public key (`.pub`), for checks on other machines. */
export async function openSigner(file: string): Promise<Signer> {
  if (!existsSync(file)) await makeKey(file);
  const key = createPrivateKey(await readFile(file));
  return {
    id: fingerprint(createPublicKey(key)),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  };
}

/** Reads the public key from a file with the public or private key. Null if the file does not exist. */
export async function readPublicKey(file: string): Promise<PublicKey | null> {
  if (!existsSync(file)) return null;
  const key = createPublicKey(await readFile(file));
  return {
    id: fingerprint(key),
    isSignature: (text, signature) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url')),
  };
}

async function makeKey(file: string): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await makeFolder(dirname(file));
  // Another server may make the key at the same time.
  if (!(await createFileAtomically(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600))) return;
  await writeFile(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' }), { mode: 0o644, flush: true });
}

function fingerprint(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 32);
}
