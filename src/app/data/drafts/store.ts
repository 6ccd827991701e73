/** Drafts, and where those of a user are written while the encrypted store of the account is open. `offline/store` provides it. */
import type { RecordData } from '../../../core/definitions/types.ts';
import type { FileQuestion } from '../files.ts';

/** Answers under the names of a version of their form. */
export interface DraftVersionAnswers {
  form_version: number;
  data: RecordData;
}

/** What another device has made of the same draft meanwhile. */
export interface OtherDeviceAnswers extends DraftVersionAnswers {
  /** UTC time by the clock of that device. */
  at: string;
}

/** The sittings in which a new record is filled in. */
export interface FillTime {
  /** Instant of this device's clock. */
  started_at: string;
  seconds: number;
}

export interface Draft extends DraftVersionAnswers {
  /** Made by `draftKey`. */
  key: string;
  user: string;
  form: string;
  /** Answers of other versions that the draft's version has no place for. */
  earlier?: DraftVersionAnswers[];
  /** Set until the form has put both sides together. Meanwhile the draft is not sent. */
  other?: OtherDeviceAnswers;
  /** Number of files that wait on other devices, by device. */
  elsewhere?: Record<string, number>;
  /** It was saved or discarded on another device, and changed here since. */
  removedElsewhere?: true;
  /** Id of the record that is edited; absent for a new one. */
  record_id?: string;
  /** Version of the record when editing started. */
  record_version?: number;
  parent_id?: string;
  /** The site of a new record whose open problems and earlier answers are in it. */
  site?: string;
  /** Id of the new record, made on this device, so that saving twice creates one record. */
  client_id: string;
  /** UTC time when it was last written. */
  at: string;
  /** How long the form has been open so far. */
  filling?: FillTime;
  /** Section that was shown, if they are shown one at a time. */
  step?: string;
  /** Path of the screen that continues it. */
  path: string;
  /** Name of the draft in lists: code or name of the record or parent, if known. */
  label?: string;
}

export interface WaitingFile {
  /** `local:` and a random id, which the answer contains until the file is uploaded; then the server's id. */
  id: string;
  name: string;
  blob: Blob;
  /** Set if the definition keeps the camera's metadata. */
  question?: FileQuestion;
}

export interface DraftStore {
  read(key: string): Promise<Draft | undefined>;
  write(draft: Draft): Promise<void>;
  /** Removes a draft and its files. */
  remove(key: string): Promise<void>;
  list(): Promise<Draft[]>;
  addFile(key: string, file: WaitingFile): Promise<void>;
  file(id: string): Promise<WaitingFile | undefined>;
  /** The file has the id `next` too. */
  renameFile(id: string, next: string): Promise<void>;
  removeFile(id: string): Promise<void>;
}

/** An open store, as much as drafts need to know of it. */
export interface OpenDraftStore {
  account: { id: string };
  drafts: DraftStore;
}

let opening: () => Promise<OpenDraftStore | undefined> = async () => undefined;

/** Sets how the open store is found. It is asked at each call, because a person may log in or out in between. */
export function setOpenDraftStore(open: typeof opening): void {
  opening = open;
}

const closed = new Set<string>();

/** Users whose store this tab had open until they logged out. What is theirs is never written where others could read it. */
export const closedStores = {
  add: (user: string): void => void closed.add(user),
  forget: (user: string): void => void closed.delete(user),
};

/** Returns the open store if it is the user's. */
export async function openDraftStoreOf(user: string): Promise<DraftStore | undefined> {
  const open = await findOpenDraftStore();
  return open?.account.id === user ? open.drafts : undefined;
}

/** The same for a change. Throws if the user has logged out of the store. */
export async function writableDraftStore(user: string): Promise<DraftStore | undefined> {
  const store = await openDraftStoreOf(user);
  if (!store && closed.has(user)) throw new Error('the store of this account is closed');
  return store;
}

export async function findOpenDraftStore(): Promise<OpenDraftStore | undefined> {
  return opening().catch((error: unknown) => {
    console.warn('the store of the account is not open', error);
    return undefined;
  });
}
