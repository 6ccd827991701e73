/**
 * Drafts follow the account while the person works online: what is begun on one device is found on the others. A changed draft
 * is sent a few seconds after the last change, newer ones are taken when home or a form opens. Nothing waits for it but the
 * opening of a form, and that not for long. What fails is sent again later.
 *
 * Of two devices that changed one draft, none wins. Both sides are kept (`other`), and the form puts them together: what only one
 * of them answered is taken, and where they differ the person chooses.
 */
import { v7 } from 'uuid';
import type {
  FormDraft,
  FormDraftResponse,
  FormDraftsResponse,
  FormDraftWrittenResponse,
} from '../../core/generated/api.ts';
import { same } from '../../core/records/merge.ts';
import { contentOf, draftOf, sendableAnswers, waitingFiles, withWaiting } from './draftContent.ts';
import { type DraftMark, draftId, draftMarks, isSent } from './draftMarks.ts';
import type { Draft, OtherPart } from './draftStore.ts';
import { listDrafts, readDraft, removeDraft, userOf, writeDraft } from './drafts.ts';
import { isApiError, isUnreached } from './errors.ts';
import { call } from './http.ts';
import { mode } from './mode.ts';
import { token } from './token.ts';

/** Milliseconds. */
const SEND_AFTER = 4000;
const RETRY_AFTER = 20_000;
/** How long what the server said about the list counts for opening a form. */
const FRESH = 30_000;
/** How long opening a form waits for the list. */
const LOOK_LIMIT = 1500;
/** How long a logout waits for what is not sent. */
const LEAVE_LIMIT = 2500;

/** A form on the screen. Its draft is not replaced below it: it is told instead. */
export interface OpenForm {
  /** Another device has changed the draft too. */
  onOther(other: OtherPart): void;
  /** The draft was saved or discarded on another device. A new record gets this id, so that it can still be saved. */
  onRemoved(client_id: string): void;
}

interface Held {
  form?: OpenForm;
  /** Revision that the answers on the screen are made of. Another tab may have taken a newer one onto the device. */
  seen: Promise<string | null>;
}

/** Forms of this tab by id of their draft. One that is being opened has no handlers yet. */
const open = new Map<string, Held>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Drafts that the server refused, by id, as they were. They are not sent again before they change. */
const refused = new Map<string, string>();
/** When the server last confirmed the list, by user. */
const confirmed = new Map<string, number>();

/** Requests go one after another, so that each knows what the one before has made. */
let queue: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = queue.then(work);
  queue = done.catch(() => {});
  return done;
}

/** The session in which something was begun. Nothing is sent or taken once another person is logged in. */
interface Visit {
  user: string;
  session: string;
}

const isOnline = ({ session }: Visit) => mode.get() === 'online' && token.get() === session;

function visitOf(user: string): Visit | undefined {
  const session = token.get();
  return user && session ? { user, session } : undefined;
}

/** `session` also keeps an ended session from closing the form: saving tells of it. */
const ask = <T>({ session }: Visit, path: string, options: Parameters<typeof call>[1] = {}) =>
  call<T>(path, { ...options, session, quiet: true });

const pathOf = (id: string) => `drafts/${id}`;

/** Keeps the draft from being replaced from now on, because its form is being opened. */
export function holdForm(key: string): void {
  const id = draftId(key);
  const seen = draftMarks.get(id).then((mark) => mark?.revision ?? null);
  seen.catch(warn);
  open.set(id, { seen });
}

/** Tells the open form what other devices do. Returns the end of it. */
export function followForm(key: string, form: OpenForm): () => void {
  const id = draftId(key);
  if (!open.has(id)) holdForm(key);
  open.set(id, { ...(open.get(id) as Held), form });
  return () => {
    open.delete(id);
  };
}

/** Remembers what the server has now, and that the answers here are made of it. */
async function noteMark(mark: DraftMark): Promise<void> {
  const held = open.get(mark.id);
  if (held) held.seen = Promise.resolve(mark.revision);
  await draftMarks.put(mark);
}

/** Sends the draft a few seconds after its last change. */
export function sendLater(key: string): void {
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => sendNow(key), SEND_AFTER),
  );
}

/** Sends the draft if it is not on the server as it is here. */
export function sendNow(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
  const visit = visitOf(userOf(key));
  if (visit) inTurn(() => send(visit, key)).catch(warn);
}

async function send(visit: Visit, key: string): Promise<void> {
  if (!isOnline(visit)) return;
  const id = draftId(key);
  const draft = await readDraft(key);
  const mark = await draftMarks.get(id);
  if (!draft || draft.other || isSent(draft, mark) || refused.get(id) === draft.at) return;
  const { form, form_version, record_id = null, parent_id = null, at } = draft;
  const about = { form, form_version, record_id, parent_id, at };
  const held = open.get(id);
  const body = { revision: (held ? await held.seen : mark?.revision) ?? null, ...about, draft: contentOf(draft) };
  try {
    const written = await ask<FormDraftWrittenResponse>(visit, pathOf(id), { method: 'PUT', body });
    refused.delete(id);
    // It may have been saved or discarded here meanwhile.
    const isGone = (await draftMarks.get(id))?.removed && !(await readDraft(key));
    const { revision } = written.data;
    await noteMark({ id, user: visit.user, revision, at, ...(isGone && { removed: true }) });
    await noteList(visit, written);
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status === 417) await meet(visit, draft, error.body.theirs as ServerCopy);
    else if (isUnreached(error)) retryLater(visit);
    else {
      refused.set(id, at);
      warn(error);
    }
  }
}

/** The list is known without asking if it was what this device saw before this change. */
async function noteList({ user }: Visit, { list }: FormDraftWrittenResponse): Promise<void> {
  if ((await draftMarks.list(user)) === list.before) await draftMarks.putList(user, list.after);
}

interface ServerCopy {
  revision: string;
  /** Null if it was saved or discarded. */
  data: unknown;
}

/** Puts a draft of this device and another one of the server beside each other. */
async function meet(visit: Visit, draft: Draft, { revision, data }: ServerCopy): Promise<void> {
  const { key, at } = draft;
  const id = draftId(key);
  const known = await draftMarks.get(id);
  const mark = { id, user: visit.user, revision };
  if (data === null) {
    await noteMark({ ...mark, at: null });
    // The trace of an earlier draft of the same form says nothing about this one.
    if (known?.at) await keepRemoved(draft);
    return sendLater(key);
  }
  const there = draftOf(data, visit.user);
  if (!there) return warn(`the draft ${id} cannot be read`);
  // The response to an earlier request was lost.
  if (same(there.data, sendableAnswers(draft.data))) return noteMark({ ...mark, at });
  const other = { form_version: there.form_version, data: there.data, at: there.at };
  await noteMark({ ...mark, at: null });
  const form = open.get(id)?.form;
  if (form) form.onOther(other);
  else await writeDraft({ ...draft, other });
}

/** A draft that was saved or discarded on another device stays if something is only here. */
async function keepRemoved(draft: Draft): Promise<void> {
  const client_id = draft.record_id ? draft.client_id : v7();
  const form = open.get(draftId(draft.key))?.form;
  if (form) form.onRemoved(client_id);
  else await writeDraft({ ...draft, client_id, removedElsewhere: true });
}

let retry: ReturnType<typeof setTimeout> | undefined;

function retryLater(visit: Visit): void {
  clearTimeout(retry);
  const again = () => {
    window.removeEventListener('online', again);
    clearTimeout(retry);
    inTurn(() => sendWaiting(visit)).catch(warn);
  };
  retry = setTimeout(again, RETRY_AFTER);
  window.addEventListener('online', again, { once: true });
}

/** Sends what changed while the server could not be reached, and says what was saved or discarded then. */
async function sendWaiting(visit: Visit): Promise<void> {
  if (!isOnline(visit)) return;
  for (const mark of await draftMarks.of(visit.user)) if (mark.removed) await removeThere(visit, mark.id);
  for (const { key } of await listDrafts(visit.user)) if (!timers.has(key)) await send(visit, key);
}

/** Removes a draft here and, as soon as the server can be reached, everywhere. */
export async function discardDraft(key: string): Promise<void> {
  clearTimeout(timers.get(key));
  timers.delete(key);
  const [id, user] = [draftId(key), userOf(key)];
  const none = { id, user, revision: null, at: null };
  await removeDraft(key);
  await draftMarks.put({ ...((await draftMarks.get(id)) ?? none), removed: true }).catch(warn);
  const visit = visitOf(user);
  if (visit) inTurn(() => removeThere(visit, id)).catch(warn);
}

async function removeThere(visit: Visit, id: string): Promise<void> {
  const mark = await draftMarks.get(id);
  if (!mark?.removed) return;
  if (mark.revision === null) return draftMarks.forget(id);
  if (!isOnline(visit)) return;
  try {
    const query = { revision: mark.revision };
    const written = await ask<FormDraftWrittenResponse>(visit, pathOf(id), { method: 'DELETE', query });
    await noteMark({ id, user: visit.user, revision: written.data.revision, at: null });
    await noteList(visit, written);
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (isUnreached(error)) retryLater(visit);
    // Not there any more, or changed on another device since: then it is taken with the list.
    else if (error.status === 404 || error.status === 417) await draftMarks.forget(id);
    else warn(error);
  }
}

/**
 * Takes newer drafts of the user onto this device, and sends what waits. `revision` is that of the server's list, if something
 * that was asked anyway told it: the list is then asked only if it is another. Returns true if drafts here have changed.
 */
export function followDrafts(user: string, revision?: string): Promise<boolean> {
  const visit = visitOf(user);
  if (!visit || !isOnline(visit)) return Promise.resolve(false);
  return inTurn(async () => {
    const isKnown = revision === (await draftMarks.list(user)) && !(await isMissing(user));
    const hasChanged = !isKnown && (await look(visit));
    confirmed.set(user, performance.now());
    await sendWaiting(visit);
    return hasChanged;
  });
}

/** Whether a draft that the server has was removed from this device alone, for example at a logout. */
async function isMissing(user: string): Promise<boolean> {
  const here = new Set((await listDrafts(user)).map(({ key }) => draftId(key)));
  return (await draftMarks.of(user)).some(({ id, at, removed }) => at !== null && !removed && !here.has(id));
}

const looking = new Map<string, Promise<unknown>>();

/** Called when a form opens. Asks for the list unless it was confirmed just now, and goes on without if it takes long. */
export async function lookBefore(user: string): Promise<void> {
  if (performance.now() - (confirmed.get(user) ?? Number.NEGATIVE_INFINITY) < FRESH) return;
  if (!looking.has(user)) {
    const asked = followDrafts(user).catch(warn);
    looking.set(user, asked);
    void asked.finally(() => looking.delete(user));
  }
  await within(LOOK_LIMIT, looking.get(user));
}

/** Called before a logout: sends what waits, and goes on without if it takes long. */
export async function leaveDrafts(user: string): Promise<void> {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  const visit = visitOf(user);
  if (visit) await within(LEAVE_LIMIT, inTurn(() => sendWaiting(visit)).catch(warn));
}

async function within(limit: number, work: Promise<unknown> | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([
    work,
    new Promise((resolve) => {
      timer = setTimeout(resolve, limit);
    }),
  ]);
  clearTimeout(timer);
}

async function look(visit: Visit): Promise<boolean> {
  const { user } = visit;
  const { revision, data } = await ask<FormDraftsResponse>(visit, 'drafts');
  const here = new Map((await listDrafts(user)).map((draft) => [draftId(draft.key), draft]));
  let hasChanged = false;
  for (const entry of data) {
    if (!isOnline(visit)) return hasChanged;
    if (open.has(entry.id)) continue;
    const draft = here.get(entry.id);
    if (await (entry.removed ? followRemoval(visit, entry, draft) : follow(visit, entry, draft))) hasChanged = true;
  }
  const listed = new Set(data.map(({ id }) => id));
  for (const { id } of await draftMarks.of(user)) if (!listed.has(id) && !here.has(id)) await draftMarks.forget(id);
  await draftMarks.putList(user, revision);
  return hasChanged;
}

/** Removes a draft that was saved or discarded elsewhere, unless something of it is only here. */
async function followRemoval({ user }: Visit, entry: FormDraft, draft: Draft | undefined): Promise<boolean> {
  const { id, revision } = entry;
  const known = await draftMarks.get(id);
  if (known?.revision === revision) return false;
  const isUnchanged = draft !== undefined && isSent(draft, known);
  if (draft && isUnchanged && waitingFiles(draft.data) === 0) await removeDraft(draft.key);
  else if (draft && known?.at) await keepRemoved(draft);
  // One with files that wait here is not sent before it changes.
  await draftMarks.put({ id, user, revision, at: draft && isUnchanged ? draft.at : null });
  return draft !== undefined;
}

/** Takes the server's draft if it is newer. */
async function follow(visit: Visit, entry: FormDraft, draft: Draft | undefined): Promise<boolean> {
  const { user } = visit;
  const { id, revision } = entry;
  const known = await draftMarks.get(id);
  if (known?.revision === revision && (draft || known.removed)) return false;
  const copy = await ask<FormDraftResponse>(visit, pathOf(id));
  const there = draftOf(copy.draft, user);
  if (!there || draftId(there.key) !== id) {
    warn(`the draft ${id} cannot be read`);
    return false;
  }
  // The form was opened, or another person logged in, while it came.
  if (open.has(id) || !isOnline(visit)) return false;
  const data = draft ? isSent(draft, known) && withWaiting(draft.data, there.data) : there.data;
  if (draft && !data) await meet(visit, draft, { revision: copy.data.revision, data: copy.draft });
  else {
    await writeDraft({ ...there, data: data || there.data });
    await draftMarks.put({ id, user, revision: copy.data.revision, at: there.at });
  }
  return true;
}

function warn(error: unknown): void {
  console.warn('drafts do not follow the account now', error);
}
