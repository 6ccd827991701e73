/** The office opens a rescue file with the rescue key, and sends what is in it as the person who wrote it. */
import { compile } from '../../core/definitions/compile.ts';
import type { DefinitionView, FormsResponse, TakingIn } from '../../core/generated/api.ts';
import { memoryStore } from '../../core/sync/memoryStore.ts';
import { type OutboxProgress, type OutboxResult, runOutbox } from '../../core/sync/outbox.ts';
import { SyncError } from '../../core/sync/transport.ts';
import type { Operation, Receipt } from '../../core/sync/types.ts';
import { call } from '../data/http.ts';
import type { Opened } from './store/index.ts';
import { httpTransport } from './transport.ts';

export interface TakenIn extends OutboxResult {
  /** Changes that the server had taken before, from the device or from this file. */
  before: number;
  /** Changes that the server did not take now, each with its state. */
  rest: Operation[];
}

/**
 * Sends the changes in a session of their writer, which ends afterwards. Changes that the server has are not sent again, so this
 * may be repeated. Throws an ApiError if the session could not be opened.
 */
export async function takeIn(opened: Opened, onProgress: (progress: OutboxProgress) => void): Promise<TakenIn> {
  const path = `users/${encodeURIComponent(opened.account)}/taking-in`;
  const { access_token: session } = await call<TakingIn>(path, { method: 'POST', body: {} });
  const none = { sent: 0, failed: 0, conflicts: 0, left: opened.operations.length, before: 0 };
  try {
    const { transport, forms } = connection(session);
    const found = await transport.done(opened.operations.map(({ id }) => id));
    const done = new Map(found.map(({ id, version }) => [id, version]));
    const waiting = opened.operations.filter(({ id }) => !done.has(id));
    const store = memoryStore({
      operations: waiting.map((operation) => ({ ...operation, state: { is: 'waiting', attempts: 0 } })),
      receipts: [...receiptsOf(opened, done), ...opened.receipts],
    });
    for (const { blob, ...file } of opened.files) await store.files.put(file, blob);
    const sent = await runOutbox({ store, onProgress, transport, forms, now: () => new Date().toISOString() });
    return { ...sent, before: done.size, rest: await store.operations.all() };
  } catch (error) {
    if (!(error instanceof SyncError)) throw error;
    return { ...none, stopped: error, rest: opened.operations };
  } finally {
    // It ends by itself after an hour.
    await call('auth/logout', { method: 'POST', body: {}, session, quiet: true }).catch(() => undefined);
  }
}

/**
 * Returns receipts of the changes that the server took before, the newest first. One whose version does not follow on the one
 * before holds changes of others: without its receipt, the next change of the record is merged or asked about.
 */
function receiptsOf({ operations, receipts }: Opened, done: ReadonlyMap<string, number>): Receipt[] {
  const versions = new Map<string, number>();
  for (const { record_id, version } of receipts)
    versions.set(record_id, Math.max(version, versions.get(record_id) ?? 0));
  const made: Receipt[] = [];
  for (const { id, kind, form, record_id, base, captured_at } of operations) {
    const version = done.get(id);
    const before = Math.max(base?.version ?? 0, versions.get(record_id) ?? 0);
    if (version !== before + 1) continue;
    versions.set(record_id, version);
    made.unshift({ id, kind, form, record_id, name: '', code: null, version, at: captured_at, merged: [] });
  }
  return made;
}

/** Reads forms when a change needs them: of most forms there is nothing in the file. */
function connection(session: string) {
  let entries: Promise<FormsResponse> | undefined;
  const transport = httpTransport(async (form) => {
    entries ??= transport.read('definitions') as Promise<FormsResponse>;
    const entry = (await entries).data.find((one) => one.form === form);
    if (!entry) throw new SyncError(404, { code: 'not_found' });
    return entry.api;
  }, session);
  const version = async (form: string, number: number) =>
    compile((await transport.read(`definitions/${encodeURIComponent(form)}/${number}`)) as DefinitionView);
  const forms = (form: string, from: number, to: number) =>
    Promise.all(Array.from({ length: to - from + 1 }, (_none, at) => version(form, from + at)));
  return { transport, forms };
}
