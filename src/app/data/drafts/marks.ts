/**
 * What this device knows of the server's copies of drafts. It stands in clear, also while the encrypted store of the account is
 * locked: ids made of other ids, revisions and times, nothing that somebody typed.
 */
import Dexie, { type EntityTable } from 'dexie';
import { v5 } from 'uuid';

export interface DraftMark {
  /** Made of the key of the draft, the same on each device of the person. */
  id: string;
  user: string;
  /** Revision of the server's copy that this device saw last. Null before the first one. */
  revision: string | null;
  /** `at` of the draft here that equals the server's copy. Null if none does. */
  at: string | null;
  /** Saved or discarded here, and the server does not know yet. */
  removed?: true;
  /** The server has no content under this revision: it was saved or discarded. */
  gone?: true;
}

const db = new Dexie('amanat-sent') as Dexie & {
  marks: EntityTable<DraftMark, 'id'>;
  lists: EntityTable<{ user: string; revision: string }, 'user'>;
};
db.version(1).stores({ marks: 'id, user', lists: 'user' });

const NAMESPACE = '5d1c4a58-3d0f-4f0e-9b3c-6a1f0c2b7e94';

export const draftId = (key: string): string => v5(key, NAMESPACE);

export const draftMarks = {
  get: (id: string): Promise<DraftMark | undefined> => db.marks.get(id),
  of: (user: string): Promise<DraftMark[]> => db.marks.where('user').equals(user).toArray(),
  put: async (mark: DraftMark): Promise<void> => void (await db.marks.put(mark)),
  forget: (id: string): Promise<void> => db.marks.delete(id),
  /** Revision of the server's list that this device has taken over. */
  list: async (user: string): Promise<string> => (await db.lists.get(user))?.revision ?? '',
  putList: async (user: string, revision: string): Promise<void> => void (await db.lists.put({ user, revision })),
};

/** Returns true if the server has the draft as it is here. */
export function isOnServer(draft: { at: string }, mark: DraftMark | undefined): boolean {
  return mark !== undefined && !mark.removed && mark.at === draft.at;
}
