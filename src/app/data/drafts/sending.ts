/** Sends what the person has begun, saved or discarded on this device: see `follow.ts`. */
import { v7 } from 'uuid';
import type { FormDraftWrittenResponse } from '../../../core/generated/api.ts';
import { equalAnswers } from '../../../core/records/merge.ts';
import { connectionMode } from '../device/mode.ts';
import { isApiError, isServerUnreachable } from '../errors.ts';
import { call } from '../http.ts';
import { sessionToken } from '../token.ts';
import { waitAtMost } from '../waitAtMost.ts';
import { fromDraftContent, sendableAnswers, toDraftContent } from './content.ts';
import { listLocalDrafts, readLocalDraft, removeLocalDraft, userOfDraftKey, writeDraft } from './drafts.ts';
import { draftId, draftMarks, isOnServer } from './marks.ts';
import { openForms, saveDraftMark } from './openForms.ts';
import type { Draft } from './store.ts';

/** Milliseconds. */
const SEND_AFTER = 4000;
const RETRY_AFTER = 20_000;
/** How long a logout waits for what is not sent. */
const LEAVE_LIMIT = 2500;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Drafts that the server refused, by id, as they were. They are not sent again before they change. */
const refused = new Map<string, string>();
/** Requests go one after another, so that each knows what the one before has made. */
let queue: Promise<unknown> = Promise.resolve();

export function queueDraftWork<T>(work: () => Promise<T>): Promise<T> {
  const done = queue.then(work);
  queue = done.catch(() => {});
  return done;
}

/** The session in which something was begun. Nothing is sent or taken once another person is logged in. */
export interface DraftSession {
  user: string;
  session: string;
}

export const isDraftSessionOnline = ({ session }: DraftSession) =>
  connectionMode.get() === 'online' && sessionToken.get() === session;

export function draftSessionOf(user: string): DraftSession | undefined {
  const session = sessionToken.get();
  return user && session ? { user, session } : undefined;
}

/** `session` also keeps an ended session from closing the form: saving tells of it. */
export const callDraftApi = <T>({ session }: DraftSession, path: string, options: Parameters<typeof call>[1] = {}) =>
  call<T>(path, { ...options, session, quiet: true });

export const draftCallPath = (id: string) => `drafts/${id}`;

/** Sends the draft a few seconds after its last change. */
export function scheduleDraftUpload(key: string): void {
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => uploadDraftNow(key), SEND_AFTER),
  );
}

/** Sends the draft if it is not on the server as it is here. */
export function uploadDraftNow(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
  const visit = draftSessionOf(userOfDraftKey(key));
  if (visit) queueDraftWork(() => send(visit, key)).catch(warnDraftSync);
}

async function send(visit: DraftSession, key: string): Promise<void> {
  if (!isDraftSessionOnline(visit)) return;
  const id = draftId(key);
  const draft = await readLocalDraft(key);
  const mark = await draftMarks.get(id);
  if (!draft || draft.other || isOnServer(draft, mark) || refused.get(id) === draft.at) return;
  const { form, form_version, record_id = null, parent_id = null, at } = draft;
  const about = { form, form_version, record_id, parent_id, at };
  const held = openForms.get(id);
  const body = { revision: (held ? await held.seen : mark?.revision) ?? null, ...about, draft: toDraftContent(draft) };
  try {
    const written = await callDraftApi<FormDraftWrittenResponse>(visit, draftCallPath(id), { method: 'PUT', body });
    refused.delete(id);
    // It may have been saved or discarded here meanwhile.
    const isGone = (await draftMarks.get(id))?.removed && !(await readLocalDraft(key));
    const { revision } = written.data;
    await saveDraftMark({ id, user: visit.user, revision, at, ...(isGone && { removed: true }) });
    await noteList(visit, written);
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status === 417) await mergeServerDraft(visit, draft, error.body.theirs as ServerCopy);
    else if (isServerUnreachable(error)) retryLater(visit);
    else {
      refused.set(id, at);
      warnDraftSync(error);
    }
  }
}

/** The list is known without asking if it was what this device saw before this change. */
async function noteList({ user }: DraftSession, { list }: FormDraftWrittenResponse): Promise<void> {
  if ((await draftMarks.list(user)) === list.before) await draftMarks.putList(user, list.after);
}

interface ServerCopy {
  revision: string;
  /** Null if it was saved or discarded. */
  data: unknown;
}

/** Puts a draft of this device and another one of the server beside each other. */
export async function mergeServerDraft(
  visit: DraftSession,
  draft: Draft,
  { revision, data }: ServerCopy,
): Promise<void> {
  const { key, at } = draft;
  const id = draftId(key);
  const known = await draftMarks.get(id);
  const mark = { id, user: visit.user, revision };
  if (data === null) {
    // The trace of an earlier draft of the same form says nothing about this one.
    if (known?.at) await keepRemovedDraft((await readLocalDraft(key)) ?? draft);
    await saveDraftMark({ ...mark, at: null, gone: true });
    return scheduleDraftUpload(key);
  }
  const there = fromDraftContent(data, visit.user);
  if (!there) return warnDraftSync(`the draft ${id} cannot be read`);
  // The response to an earlier request was lost.
  if (equalAnswers(there.data, sendableAnswers(draft.data))) return saveDraftMark({ ...mark, at });
  const other = { form_version: there.form_version, data: there.data, at: there.at };
  // Written before the mark, with which this side would replace the other one.
  await writeDraft({ ...((await readLocalDraft(key)) ?? draft), other });
  await saveDraftMark({ ...mark, at: null });
  openForms.get(id)?.form?.onOther(other);
}

/** A draft that was saved or discarded on another device stays if something is only here. */
export async function keepRemovedDraft(draft: Draft): Promise<void> {
  const client_id = draft.record_id ? draft.client_id : v7();
  await writeDraft({ ...draft, client_id, removedElsewhere: true });
  openForms.get(draftId(draft.key))?.form?.onRemoved(client_id);
}

let retry: ReturnType<typeof setTimeout> | undefined;

function retryLater(visit: DraftSession): void {
  clearTimeout(retry);
  const again = () => {
    window.removeEventListener('online', again);
    clearTimeout(retry);
    queueDraftWork(() => uploadWaitingDrafts(visit)).catch(warnDraftSync);
  };
  retry = setTimeout(again, RETRY_AFTER);
  window.addEventListener('online', again, { once: true });
}

/** Sends what changed while the server could not be reached, and says what was saved or discarded then. */
export async function uploadWaitingDrafts(visit: DraftSession): Promise<void> {
  if (!isDraftSessionOnline(visit)) return;
  for (const mark of await draftMarks.of(visit.user)) if (mark.removed) await removeThere(visit, mark.id);
  for (const { key } of await listLocalDrafts(visit.user)) if (!timers.has(key)) await send(visit, key);
}

/** Removes a draft here and, as soon as the server can be reached, everywhere. */
export async function discardDraft(key: string): Promise<void> {
  clearTimeout(timers.get(key));
  timers.delete(key);
  const [id, user] = [draftId(key), userOfDraftKey(key)];
  const none = { id, user, revision: null, at: null };
  await removeLocalDraft(key);
  await draftMarks.put({ ...((await draftMarks.get(id)) ?? none), removed: true }).catch(warnDraftSync);
  const visit = draftSessionOf(user);
  if (visit) queueDraftWork(() => removeThere(visit, id)).catch(warnDraftSync);
}

async function removeThere(visit: DraftSession, id: string): Promise<void> {
  const mark = await draftMarks.get(id);
  if (!mark?.removed) return;
  if (mark.revision === null) return draftMarks.forget(id);
  // It was saved before it was sent, after an earlier one of the same form.
  if (mark.gone) return draftMarks.put({ id, user: visit.user, revision: mark.revision, at: null, gone: true });
  if (!isDraftSessionOnline(visit)) return;
  try {
    const query = { revision: mark.revision };
    const written = await callDraftApi<FormDraftWrittenResponse>(visit, draftCallPath(id), { method: 'DELETE', query });
    await saveDraftMark({ id, user: visit.user, revision: written.data.revision, at: null, gone: true });
    await noteList(visit, written);
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (isServerUnreachable(error)) retryLater(visit);
    // Not there any more, or changed on another device since: then it is taken with the list.
    else if (error.status === 404 || error.status === 417) await draftMarks.forget(id);
    else warnDraftSync(error);
  }
}

/** Called before a logout: sends what waits, and goes on without if it takes long. */
export async function sendBeforeLogout(user: string): Promise<void> {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  const visit = draftSessionOf(user);
  if (visit) await waitAtMost(LEAVE_LIMIT, queueDraftWork(() => uploadWaitingDrafts(visit)).catch(warnDraftSync));
}

export function warnDraftSync(error: unknown): void {
  console.warn('drafts do not follow the account now', error);
}
