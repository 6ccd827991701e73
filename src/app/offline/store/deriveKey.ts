/** Key from a password. Runs in a worker, since it keeps a cheap phone busy for seconds. */
import { scrypt } from '@noble/hashes/scrypt.js';

export interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

export interface Derivation extends ScryptCost {
  salt: Uint8Array<ArrayBuffer>;
}

/** A row of OWASP's table, the same as the server's. It takes 32 MiB of memory. */
export const SCRYPT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 };

/** Returns 32 bytes. Spellings of a password that Unicode calls equal give the same bytes, as on the server. */
export function deriveKey(password: string, { salt, N, r, p }: Derivation): Uint8Array<ArrayBuffer> {
  return scrypt(password.normalize('NFKC'), salt, { N, r, p, dkLen: 32 }) as Uint8Array<ArrayBuffer>;
}

/** Derives in a worker where there are workers. */
export function deriveKeyInWorker(password: string, derivation: Derivation): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof Worker === 'undefined') return Promise.resolve(deriveKey(password, derivation));
  const worker = new Worker(new URL('./deriveWorker.ts', import.meta.url), { type: 'module' });
  return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => resolve(data);
    // For example if the worker's file cannot be loaded because the network is gone.
    worker.onerror = () => reject(new Error('the worker that derives keys did not start'));
    worker.postMessage([password, derivation]);
  })
    .catch(() => deriveKey(password, derivation))
    .finally(() => worker.terminate());
}
