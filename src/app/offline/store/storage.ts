/** How much the browser lets this site store, and whether it may delete that by itself. */

export interface StorageUse {
  /** Bytes, an estimate of the browser. */
  used: number;
  /** Bytes that the browser allows; null if it does not say. */
  quota: number | null;
  /** False if the browser may delete the data when the device is full. */
  isPersistent: boolean;
}

/** Browsers have no `storage` on pages without HTTPS. */
const storage = () => navigator.storage as StorageManager | undefined;

export async function storageUse(): Promise<StorageUse> {
  const [{ usage = 0, quota = null } = {}, isPersistent = false] = await Promise.all([
    storage()?.estimate?.(),
    storage()?.persisted?.(),
  ]);
  return { used: usage, quota, isPersistent };
}

/** Asks the browser never to delete the data by itself. Resolves to false if it refused. */
export async function askPersistence(): Promise<boolean> {
  return (await storage()?.persist?.()) ?? false;
}
