/**
 * The organisation's rescue key. Its public half stands in the settings of the store: devices encrypt the secret of each local
 * store with it. The private half opens the rescue files of people who forgot their password, and is never on the server.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { UsageError } from '../settings/settings.ts';

export const RESCUE_KEY = 'rescue.key';

/** Length in bits. Browsers and Node offer RSA-OAEP without a library, also on old phones. */
const BITS = 3072;

export function newRescueKey(): { publicKey: string; privateKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

/** Returns a public key file as devices read it: SPKI in Base64. Throws UsageError. */
export function readPublicRescueKey(file: string): string {
  if (/PRIVATE KEY/.test(file))
    throw new UsageError('This is the private half. It belongs in the safe, not on the server.');
  const key = parsed(file);
  if (key?.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < BITS)
    throw new UsageError('This is not the public half of a rescue key.');
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

function parsed(file: string): KeyObject | undefined {
  try {
    return createPublicKey(file);
  } catch {
    return undefined;
  }
}
