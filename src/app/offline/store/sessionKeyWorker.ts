/** Worker of `sessionKey`: writes bytes over the file, and answers when they are on the disk. Only workers may write in place. */
import type { Bytes } from './crypto.ts';
import { type KeyFileWrite, openKeyFile } from './keyFile.ts';

/** What workers have of a file and pages have not. */
interface WrittenInPlace {
  createSyncAccessHandle(): Promise<{
    truncate(size: number): void;
    write(bytes: Bytes, options: { at: number }): void;
    flush(): void;
    close(): void;
  }>;
}

self.onmessage = async ({ data: { bytes, isNew } }: MessageEvent<KeyFileWrite>) => {
  try {
    const file = (await openKeyFile(isNew)) as unknown as WrittenInPlace;
    const handle = await file.createSyncAccessHandle();
    try {
      handle.truncate(bytes.length);
      handle.write(bytes, { at: 0 });
      handle.flush();
    } finally {
      handle.close();
    }
    self.postMessage(true);
  } catch (error) {
    // There is no file that could be written over.
    self.postMessage(!isNew && error instanceof DOMException && error.name === 'NotFoundError');
  }
};
