/**
 * Unfinished work on this device: one draft per person, form and record (or parent), with the files picked for it.
 * Written at each change, read when the form opens again, gone when the server has the record.
 */
import Dexie, { type EntityTable } from 'dexie';
import type { RecordData } from '../../core/definitions/types.ts';
import type { FileQuestion } from './files.ts';

export interface Draft {
  /** `draftKey` of what it belongs to. */
  key: string;
  user: string;
  form: string;
  form_version: number;
  /** Record that is edited; absent for a new one. */
  record_id?: string;
  /** Version of the record the editing began with. */
  record_version?: number;
  parent_id?: string;
  /** Id of the new record, made here, so that saving twice stores once. */
  client_id: string;
  data: RecordData;
  /** UTC, when it was last written. */
  at: string;
  /** Path of the screen that goes on with it. */
  path: string;
  /** Words for lists of drafts: code or name of the record or parent, as far as known. */
  label?: string;
}

export interface KeptFile {
  /** `local:` and a random id, which stands in the answer until it is sent; then what the server calls it. */
  id: string;
  name: string;
  blob: Blob;
  /** Where the definition asks for what a camera wrote. */
  question?: FileQuestion;
}

interface DraftFile extends KeptFile {
  draft: string;
}

const db = new Dexie('amanat') as Dexie & {
  drafts: EntityTable<Draft, 'key'>;
  draftFiles: EntityTable<DraftFile, 'id'>;
};
db.version(1).stores({ drafts: 'key, user, at', draftFiles: 'id, draft' });

/** Where a draft lives: a new record per parent (or link that names what it is about), an edited one per record. */
export function draftKey(user: string, form: string, record: string | undefined, parent: string | undefined): string {
  return JSON.stringify([user, form, record ?? null, parent ?? null]);
}

export async function readDraft(key: string): Promise<Draft | undefined> {
  return db.drafts.get(key);
}

export async function writeDraft(draft: Draft): Promise<void> {
  await db.drafts.put(draft);
}

/** Removes a draft and the files that waited with it. */
export async function removeDraft(key: string): Promise<void> {
  await db.transaction('rw', db.drafts, db.draftFiles, async () => {
    await db.drafts.delete(key);
    await db.draftFiles.where('draft').equals(key).delete();
  });
}

/** The person's drafts, newest first. */
export async function listDrafts(user: string): Promise<Draft[]> {
  const found = await db.drafts.where('user').equals(user).toArray();
  return found.sort((a, b) => b.at.localeCompare(a.at));
}

/** What a person has not sent from this device. */
export interface Unsent {
  user: string;
  drafts: number;
  /** Photos and other files that wait with them. */
  files: number;
}

export async function unsentOf(user: string): Promise<Unsent> {
  const drafts = await db.drafts.where('user').equals(user).primaryKeys();
  return { user, drafts: drafts.length, files: await db.draftFiles.where('draft').anyOf(drafts).count() };
}

/** Removes all drafts of a person with the files that waited with them. */
export async function removeUnsent(user: string): Promise<void> {
  await db.transaction('rw', db.drafts, db.draftFiles, async () => {
    const drafts = await db.drafts.where('user').equals(user).primaryKeys();
    await db.draftFiles.where('draft').anyOf(drafts).delete();
    await db.drafts.bulkDelete(drafts);
  });
}

export async function keepFile(draft: string, name: string, blob: Blob, question?: FileQuestion): Promise<KeptFile> {
  const file = { id: `local:${crypto.randomUUID()}`, draft, name, blob, ...(question && { question }) };
  await db.draftFiles.put(file);
  return file;
}

export async function keptFile(id: string): Promise<KeptFile | undefined> {
  return db.draftFiles.get(id);
}

/**
 * The file is on the server under `id`. It stays here until its draft goes: the server removes uploads that no record names
 * after a day, and a draft may wait longer.
 */
export async function sentFile(localId: string, id: string): Promise<void> {
  await db.transaction('rw', db.draftFiles, async () => {
    const file = await db.draftFiles.get(localId);
    if (file) await db.draftFiles.put({ ...file, id });
    await db.draftFiles.delete(localId);
  });
}

export async function dropFile(id: string): Promise<void> {
  await db.draftFiles.delete(id);
}
