/**
 * Drafts on this device: one per user, form and record (or parent), with the files picked for it. A draft is written at each
 * change and read when the form opens again. It is removed when the server has saved the record.
 * While the encrypted store of the user's account is open, drafts are written there. Otherwise (a browser without encryption, a
 * login that has just begun) they are in a plain database, and are still found there until they are moved.
 */
import Dexie, { type EntityTable } from 'dexie';
import type { FileQuestion } from '../files.ts';
import { waitingFiles } from './content.ts';
import { draftId, draftMarks, isOnServer } from './marks.ts';
import {
  type Draft,
  type DraftStore,
  findOpenDraftStore,
  openDraftStoreOf,
  type WaitingFile,
  writableDraftStore,
} from './store.ts';

export type { Draft, DraftVersionAnswers, FillTime, OtherDeviceAnswers, WaitingFile } from './store.ts';

interface DraftFile extends WaitingFile {
  draft: string;
}

const db = new Dexie('amanat') as Dexie & {
  drafts: EntityTable<Draft, 'key'>;
  draftFiles: EntityTable<DraftFile, 'id'>;
};
db.version(1).stores({ drafts: 'key, user, at', draftFiles: 'id, draft' });

/** Returns the key of a draft: one per edited record, or per parent (or subject named by a link) of a new record. */
export function draftKey(user: string, form: string, record: string | undefined, parent: string | undefined): string {
  return JSON.stringify([user, form, record ?? null, parent ?? null]);
}

/** Returns the user that `draftKey` put into a key. */
export const userOfDraftKey = (key: string): string => /^\["([^"]*)"/.exec(key)?.[1] ?? '';

export async function readLocalDraft(key: string): Promise<Draft | undefined> {
  const store = await openDraftStoreOf(userOfDraftKey(key));
  return (await store?.read(key)) ?? db.drafts.get(key);
}

const writing = new Set<Promise<void>>();

export function writeDraft(draft: Draft): Promise<void> {
  const running = write(draft);
  writing.add(running);
  const end = () => writing.delete(running);
  running.then(end, end);
  return running;
}

/** Resolves when drafts that are being written are written, or could not be. */
export async function untilDraftsWritten(): Promise<void> {
  await Promise.allSettled(writing);
}

async function write(draft: Draft): Promise<void> {
  const store = await writableDraftStore(draft.user);
  if (!store) await db.drafts.put(draft);
  else {
    await store.write(draft);
    await db.drafts.delete(draft.key);
  }
}

/** Removes a draft and its files. */
export async function removeLocalDraft(key: string): Promise<void> {
  await (await writableDraftStore(userOfDraftKey(key)))?.remove(key);
  await removePlain(key);
}

async function removePlain(key: string): Promise<void> {
  await db.transaction('rw', db.drafts, db.draftFiles, async () => {
    await db.drafts.delete(key);
    await db.draftFiles.where('draft').equals(key).delete();
  });
}

/** Returns the user's drafts, newest first. */
export async function listLocalDrafts(user: string): Promise<Draft[]> {
  const store = await openDraftStoreOf(user);
  const plain = await db.drafts.where('user').equals(user).toArray();
  const found = new Map([...plain, ...((await store?.list()) ?? [])].map((draft) => [draft.key, draft]));
  return [...found.values()].sort((a, b) => b.at.localeCompare(a.at));
}

/** What a user has not sent from this device. */
export interface UnsentCounts {
  user: string;
  drafts: number;
  /** Photos and other files of these drafts. */
  files: number;
  /** Changes saved offline. */
  changes?: number;
}

/** Counts the drafts that are only here, or are here as the server does not have them. */
export async function countUnsentDrafts(user: string): Promise<UnsentCounts> {
  let [drafts, files] = [0, 0];
  for (const draft of await listLocalDrafts(user)) {
    const waiting = waitingFiles(draft.data);
    if (waiting === 0 && isOnServer(draft, await draftMarks.get(draftId(draft.key)))) continue;
    drafts += 1;
    files += waiting;
  }
  return { user, drafts, files };
}

/** Removes the drafts in the plain database, which anybody can read, that the server has too. */
export async function removeUploadedDrafts(user: string): Promise<void> {
  for (const draft of await db.drafts.where('user').equals(user).toArray())
    if (waitingFiles(draft.data) === 0 && isOnServer(draft, await draftMarks.get(draftId(draft.key))))
      await removePlain(draft.key);
}

/** Removes all drafts of a user in the plain database, with their files. */
export async function removeUnsent(user: string): Promise<void> {
  await db.transaction('rw', db.drafts, db.draftFiles, async () => {
    const drafts = await db.drafts.where('user').equals(user).primaryKeys();
    await db.draftFiles.where('draft').anyOf(drafts).delete();
    await db.drafts.bulkDelete(drafts);
  });
}

/** Moves the user's drafts from the plain database into the store. One that is written meanwhile is moved as it then is. */
export async function moveDrafts(user: string, store: DraftStore): Promise<void> {
  for (const draft of await db.drafts.where('user').equals(user).toArray()) {
    const { key } = draft;
    for (const file of await db.draftFiles.where('draft').equals(key).toArray()) await store.addFile(key, file);
    const known = await store.read(key);
    if (!known || known.at < draft.at) await store.write(draft);
    const now = await db.drafts.get(key);
    // The person discarded or saved it while it was copied, unless it was written anew into the store.
    if (!now && !known && (await store.read(key))?.at === draft.at) await store.remove(key);
    else await removePlain(key);
  }
}

export async function addDraftFile(
  draft: string,
  name: string,
  blob: Blob,
  question?: FileQuestion,
): Promise<WaitingFile> {
  const file = { id: `local:${crypto.randomUUID()}`, name, blob, ...(question && { question }) };
  const store = await writableDraftStore(userOfDraftKey(draft));
  if (store) await store.addFile(draft, file);
  else await db.draftFiles.put({ ...file, draft });
  return file;
}

export async function readDraftFile(id: string): Promise<WaitingFile | undefined> {
  return (await (await findOpenDraftStore())?.drafts.file(id)) ?? db.draftFiles.get(id);
}

/**
 * Records that the file is on the server under `id`. The file stays here until its draft is removed, because a draft may
 * wait for more than a day: after that the server removes uploads that no record contains.
 */
export async function markFileUploaded(localId: string, id: string): Promise<void> {
  await (await findOpenDraftStore())?.drafts.renameFile(localId, id);
  await db.transaction('rw', db.draftFiles, async () => {
    const file = await db.draftFiles.get(localId);
    if (file) await db.draftFiles.put({ ...file, id });
    await db.draftFiles.delete(localId);
  });
}

export async function removeDraftFile(id: string): Promise<void> {
  await (await findOpenDraftStore())?.drafts.removeFile(id);
  await db.draftFiles.delete(id);
}
