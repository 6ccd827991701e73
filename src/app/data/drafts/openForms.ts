/** Forms of this tab that are open, so that their drafts are not replaced below them. They are told instead. */
import { type DraftMark, draftId, draftMarks } from './marks.ts';
import type { OtherDeviceAnswers } from './store.ts';

/** A form on the screen. Its draft is not replaced below it: it is told instead. */
export interface OpenFormHandlers {
  /** Another device has changed the draft too. */
  onOther(other: OtherDeviceAnswers): void;
  /** The draft was saved or discarded on another device. A new record gets this id, so that it can still be saved. */
  onRemoved(client_id: string): void;
}

interface Held {
  form?: OpenFormHandlers;
  /** Revision that the answers on the screen are made of. Another tab may have taken a newer one onto the device. */
  seen: Promise<string | null>;
}

/** Forms of this tab by id of their draft. One that is being opened has no handlers yet. */
export const openForms = new Map<string, Held>();
/** Keeps the draft from being replaced from now on, because its form is being opened. */
export function protectOpenDraft(key: string): void {
  const id = draftId(key);
  const seen = draftMarks.get(id).then((mark) => mark?.revision ?? null);
  seen.catch(() => {});
  openForms.set(id, { seen });
}

/** Tells the open form what other devices do. Returns the end of it. */
export function watchOpenForm(key: string, form: OpenFormHandlers): () => void {
  const id = draftId(key);
  if (!openForms.has(id)) protectOpenDraft(key);
  openForms.set(id, { ...(openForms.get(id) as Held), form });
  return () => {
    openForms.delete(id);
  };
}

/** Remembers what the server has now, and that the answers here are made of it. */
export async function saveDraftMark(mark: DraftMark): Promise<void> {
  const held = openForms.get(mark.id);
  if (held) held.seen = Promise.resolve(mark.revision);
  await draftMarks.put(mark);
}
