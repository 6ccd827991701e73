/** The file with the key of the session, for page and worker. */
import type { Bytes } from './crypto.ts';

export const KEY_FILE = 'session-key';

export interface KeyFileWrite {
  bytes: Bytes;
  /** Makes the file if there is none. */
  isNew: boolean;
}

export const privateFolder = (): Promise<FileSystemDirectoryHandle> => navigator.storage.getDirectory();

export async function openKeyFile(create: boolean): Promise<FileSystemFileHandle> {
  return (await privateFolder()).getFileHandle(KEY_FILE, { create });
}
