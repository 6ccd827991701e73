/**
 * Drafts follow the account while the person works online: what is begun on one device is found on the others. A changed draft
 * is sent a few seconds after the last change, newer ones are taken when home or a form opens. Nothing waits for it but the
 * opening of a form, and that not for long. What fails is sent again later.
 *
 * Of two devices that changed one draft, none wins. Both sides are kept (`other`), and the form puts them together: what only one
 * of them answered is taken, and where they differ the person chooses.
 */
import { NIL } from 'uuid';
import type { FormDraft, FormDraftResponse, FormDraftsResponse } from '../../../core/generated/api.ts';
import { isApiError } from '../errors.ts';
import { waitAtMost } from '../waitAtMost.ts';
import { fromDraftContent, waitingFiles, withWaitingFiles } from './content.ts';
import { listLocalDrafts, removeLocalDraft, writeDraft } from './drafts.ts';
import { draftId, draftMarks, isOnServer } from './marks.ts';
import { openForms, saveDraftMark } from './openForms.ts';
import {
  callDraftApi,
  type DraftSession,
  draftCallPath,
  draftSessionOf,
  isDraftSessionOnline,
  keepRemovedDraft,
  mergeServerDraft,
  queueDraftWork,
  uploadWaitingDrafts,
  warnDraftSync,
} from './sending.ts';
import type { Draft } from './store.ts';

/** Milliseconds: how long what the server said about the list counts for opening a form. */
const FRESH = 30_000;
/** How long opening a form waits for the list. */
const LOOK_LIMIT = 1500;
/** When the server last confirmed the list, by user. */
const confirmed = new Map<string, number>();

/**
 * Takes newer drafts of the user onto this device, and sends what waits. `revision` is that of the server's list, if something
 * that was asked anyway told it: the list is then asked only if it is another. Returns true if drafts here have changed.
 */
export function syncDrafts(user: string, revision?: string): Promise<boolean> {
  const visit = draftSessionOf(user);
  if (!visit || !isDraftSessionOnline(visit)) return Promise.resolve(false);
  return queueDraftWork(async () => {
    const isKnown = revision === (await draftMarks.list(user)) && !(await isMissing(user));
    const hasChanged = !isKnown && (await look(visit));
    confirmed.set(user, performance.now());
    await uploadWaitingDrafts(visit);
    return hasChanged;
  });
}

/** Whether a draft that the server has was removed from this device alone, for example at a logout. */
async function isMissing(user: string): Promise<boolean> {
  const here = new Set((await listLocalDrafts(user)).map(({ key }) => draftId(key)));
  return (await draftMarks.of(user)).some(({ id, at, removed }) => at !== null && !removed && !here.has(id));
}

const looking = new Map<string, Promise<unknown>>();

/** Called when a form opens. Asks for the list unless it was confirmed just now, and goes on without if it takes long. */
export async function syncBeforeOpening(user: string): Promise<void> {
  if (performance.now() - (confirmed.get(user) ?? Number.NEGATIVE_INFINITY) < FRESH) return;
  if (!looking.has(user)) {
    const asked = syncDrafts(user).catch(warnDraftSync);
    looking.set(user, asked);
    void asked.finally(() => looking.delete(user));
  }
  await waitAtMost(LOOK_LIMIT, looking.get(user));
}

async function look(visit: DraftSession): Promise<boolean> {
  const { user } = visit;
  const { revision, data } = await callDraftApi<FormDraftsResponse>(visit, 'drafts');
  const here = new Map((await listLocalDrafts(user)).map((draft) => [draftId(draft.key), draft]));
  let hasChanged = false;
  for (const entry of data) {
    if (!isDraftSessionOnline(visit)) return hasChanged;
    if (entry.id === NIL) continue;
    if (openForms.has(entry.id)) {
      if (entry.removed) await followTrace(visit, entry);
      continue;
    }
    const draft = here.get(entry.id);
    if (await (entry.removed ? followRemoval(visit, entry, draft) : follow(visit, entry, draft))) hasChanged = true;
  }
  const listed = new Set(data.map(({ id }) => id));
  const summed = data.find(({ id }) => id === NIL)?.revision ?? '';
  for (const [id, draft] of here)
    if (!listed.has(id) && (await followLongGone(visit, id, draft, summed))) hasChanged = true;
  for (const { id } of await draftMarks.of(user)) if (!listed.has(id) && !here.has(id)) await draftMarks.forget(id);
  // What a form holds now is taken when the list is asked again.
  if (!data.some(({ id }) => openForms.has(id))) await draftMarks.putList(user, revision);
  return hasChanged;
}

/** The trace of an earlier draft says nothing about what an open form holds, unless the form was made of that draft. */
async function followTrace({ user }: DraftSession, { id, revision }: FormDraft): Promise<void> {
  if ((await draftMarks.get(id))?.at) return;
  await saveDraftMark({ id, user, revision, at: null, gone: true });
}

/** Removes a draft that was saved or discarded elsewhere, unless something of it is only here. */
async function followRemoval({ user }: DraftSession, entry: FormDraft, draft: Draft | undefined): Promise<boolean> {
  const { id, revision } = entry;
  const known = await draftMarks.get(id);
  if (known?.revision === revision) return false;
  const isUnchanged = draft !== undefined && isOnServer(draft, known);
  if (draft && isUnchanged && waitingFiles(draft.data) === 0) await removeLocalDraft(draft.key);
  else if (draft && known?.at) await keepRemovedDraft(draft);
  // One with files that wait here is not sent before it changes.
  await draftMarks.put({ id, user, revision, at: draft && isUnchanged ? draft.at : null, gone: true });
  return draft !== undefined;
}

/**
 * The server keeps no trace of what was removed up to the revision `summed`. A draft that was sent before it and that the server
 * does not have was saved or discarded elsewhere, or nobody went on with it for a long time: it stays here, says so, and is not
 * sent before it changes.
 */
async function followLongGone({ user }: DraftSession, id: string, draft: Draft, summed: string): Promise<boolean> {
  const known = await draftMarks.get(id);
  const wasSent = known?.revision && known.revision < summed && isOnServer(draft, known);
  if (!wasSent || openForms.has(id)) return false;
  await keepRemovedDraft(draft);
  await draftMarks.put({ id, user, revision: summed, at: draft.at });
  return true;
}

/** Takes the server's draft if it is newer. */
async function follow(visit: DraftSession, entry: FormDraft, draft: Draft | undefined): Promise<boolean> {
  const { user } = visit;
  const { id, revision } = entry;
  const known = await draftMarks.get(id);
  if (known?.revision === revision && (draft || known.removed)) return false;
  const copy = await callDraftApi<FormDraftResponse>(visit, draftCallPath(id)).catch((error: unknown) => {
    // It was saved or discarded just now: the next list says so.
    if (isApiError(error) && error.status === 404) return undefined;
    throw error;
  });
  if (!copy) return false;
  const there = fromDraftContent(copy.draft, user);
  if (!there || draftId(there.key) !== id) {
    warnDraftSync(`the draft ${id} cannot be read`);
    return false;
  }
  // The form was opened, or another person logged in, while it came.
  if (openForms.has(id) || !isDraftSessionOnline(visit)) return false;
  const data = draft ? isOnServer(draft, known) && withWaitingFiles(draft.data, there.data) : there.data;
  if (draft && !data) await mergeServerDraft(visit, draft, { revision: copy.data.revision, data: copy.draft });
  else {
    await writeDraft({ ...there, data: data || there.data });
    await draftMarks.put({ id, user, revision: copy.data.revision, at: there.at });
  }
  return true;
}
