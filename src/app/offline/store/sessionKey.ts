/**
 * The key of the session on this device: 32 bytes in one file of the origin's private file system, which the operating system
 * writes in place. What a database deletes stays in its log for a long time; these bytes are written over at logout and then are
 * in no file of the browser's profile. A database holds only what this key encrypts.
 */
import { type Bytes, randomByteArray } from './crypto.ts';
import { KEY_FILE, type KeyFileWrite, openKeyFile, privateFolder } from './keyFile.ts';

const LOCK = 'amanat-session-key';
const LENGTH = 32;
/** Milliseconds after which a worker that does not answer counts as absent. */
const PATIENCE = 5000;

/** Browsers without such a file: older ones, and private windows of some. */
const hasFiles = () => typeof Worker !== 'undefined' && typeof navigator.storage?.getDirectory === 'function';

export const sessionKey = {
  /** Makes a new key in the place of the one before. Returns undefined if this browser has no place for it. */
  async make(): Promise<Bytes | undefined> {
    if (!hasFiles()) return undefined;
    const key = randomByteArray(LENGTH);
    return (await write({ bytes: key, isNew: true })) ? key : undefined;
  },

  /** Returns undefined if there is none, or it was written over. */
  async read(): Promise<Bytes | undefined> {
    if (!hasFiles()) return undefined;
    const bytes = await content()
      // It is not there, or the browser refuses.
      .catch(() => undefined);
    return bytes?.length === LENGTH && bytes.some((byte) => byte !== 0) ? bytes : undefined;
  },

  /** Writes over the key, on the disk too. If the browser fails in that, the file is removed. */
  async erase(): Promise<void> {
    if (!hasFiles()) return;
    if (await write({ bytes: new Uint8Array(LENGTH), isNew: false })) return;
    console.warn('the key of the session was not written over');
    await (await privateFolder())
      .removeEntry(KEY_FILE)
      .catch((error: unknown) => console.warn('the key of the session was not removed', error));
  },
};

/** Runs while no other tab begins, reads or ends the session. */
export async function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  // Not in older browsers. Two tabs then meet only if one logs in while the other logs out.
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  return locks ? ((await locks.request(LOCK, work)) as T) : work();
}

async function content(): Promise<Bytes> {
  return new Uint8Array(await (await (await openKeyFile(false)).getFile()).arrayBuffer());
}

/** Returns false if the bytes are not on the disk. */
async function write(what: KeyFileWrite): Promise<boolean> {
  const worker = new Worker(new URL('./sessionKeyWorker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE);
      worker.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data);
      // For example if the worker's file cannot be loaded because the network is gone.
      worker.onerror = () => resolve(false);
      worker.postMessage(what);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
