/** Where drafts of the user are written while the encrypted store of the account is open. `offline/store` provides it. */
import type { Draft, KeptFile } from './drafts.ts';

export interface DraftStore {
  read(key: string): Promise<Draft | undefined>;
  write(draft: Draft): Promise<void>;
  /** Removes a draft and its files. */
  remove(key: string): Promise<void>;
  list(): Promise<Draft[]>;
  addFile(key: string, file: KeptFile): Promise<void>;
  file(id: string): Promise<KeptFile | undefined>;
  /** The file has the id `next` too. */
  renameFile(id: string, next: string): Promise<void>;
  removeFile(id: string): Promise<void>;
  countFiles(): Promise<number>;
}

/** An open store, as much as drafts need to know of it. */
export interface OpenDrafts {
  account: { id: string };
  drafts: DraftStore;
}

let opening: () => Promise<OpenDrafts | undefined> = async () => undefined;

/** Sets how the open store is found. It is asked at each call, because a person may log in or out in between. */
export function provideDrafts(open: typeof opening): void {
  opening = open;
}

/** Returns the open store if it is the user's. */
export async function openDraftsOf(user: string): Promise<DraftStore | undefined> {
  const open = await anyOpenDrafts();
  return open?.account.id === user ? open.drafts : undefined;
}

export async function anyOpenDrafts(): Promise<OpenDrafts | undefined> {
  return opening().catch((error: unknown) => {
    console.warn('the store of the account is not open', error);
    return undefined;
  });
}
