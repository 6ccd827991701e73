/** Why the store of an account cannot be opened or used. */
export type LocalAccountReason =
  /** No account of this name has a store on this device. */
  | 'unknown_user'
  /** The account had a store on this device, and the browser removed it. */
  | 'dropped'
  | 'wrong_password'
  /** Stored bytes cannot be decrypted or read. */
  | 'damaged'
  /** The person logged out, perhaps in another tab. */
  | 'locked'
  /** The page has no WebCrypto or no IndexedDB: not served over HTTPS, or a private window. */
  | 'unsupported';

export class LocalAccountError extends Error {
  readonly reason: LocalAccountReason;

  constructor(reason: LocalAccountReason, cause?: unknown) {
    super(`local account: ${reason}`, { cause });
    this.name = 'LocalAccountError';
    this.reason = reason;
  }
}

/** Returns true if the browser has no space for what was to be stored. */
export function isStorageFull(error: unknown): boolean {
  // Dexie passes on the browser's error as the inner one of an aborted transaction.
  const { name, inner } = (error ?? {}) as { name?: string; inner?: { name?: string } };
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError';
}
