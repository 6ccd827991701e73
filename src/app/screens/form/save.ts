/** Saves one checked record: first the waiting files, then the answers. `SaveOutcome` names every possible result. */

import type { RecordData } from '../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import { holdsFiles } from '../../../core/form/types/question.ts';
import type { DuplicateRecords, SameProblem } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import type { DeviceClockStatus } from '../../../core/records/deviceClock.ts';
import { deviceIdOfRecords } from '../../data/device/thisDevice.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import type { FillTime } from '../../data/drafts/drafts.ts';
import { type ApiError, isApiError, isServerUnreachable } from '../../data/errors.ts';
import type { DataSource, FormApi } from '../../data/source.ts';
import type { SavedRecord } from '../../data/types.ts';
import { isLocalFile, type PickedFileStore } from '../../widgets/host.tsx';
import type { WidgetSource } from '../../widgets/source.ts';
import type { FormStore } from '../../widgets/store.ts';
import type { TheirRecord } from './conflict/ConflictResolver.tsx';

export type SaveOutcome =
  | { kind: 'saved'; answer: SavedRecord }
  /** `error` is set if the server found the errors, not the form. */
  | { kind: 'invalid'; errors: RecordErrors; error?: ApiError }
  | { kind: 'conflict'; theirs: TheirRecord }
  /** Another record says the same, and nobody decided yet. */
  | { kind: 'same'; duplicates: DuplicateRecords }
  /** New problems of a type that is open at the site, and nobody decided yet whether they are the same. */
  | { kind: 'problems'; problems: SameProblem[] }
  | { kind: 'files' }
  | { kind: 'offline'; error: ApiError }
  | { kind: 'refused'; error: unknown };

export interface SaveInput {
  source: DataSource;
  widgets: WidgetSource;
  files: PickedFileStore;
  store: FormStore;
  api: FormApi;
  client_id: string;
  record?: { id: string; version: number };
  /** Workflow step to take together with the save, both or neither. */
  transition?: string | undefined;
  /** What to do if another record says the same. */
  same: 'ask' | 'save';
  /** Ids of new problems that the person said are not the open ones of their type. */
  others: readonly string[];
  /** Answers that the person gave up for what somebody else saved. */
  notTaken?: RecordData;
  /** When filling in a new record began, and how long it took. */
  filling?: () => FillTime;
  /** Extra properties of a create request: the documented parameter that names the parent. */
  params: Record<string, string>;
}

/**
 * Last body per record until stored. The same body repeats its key and its time, so it is stored once. A new body gets a new
 * key.
 */
const attempts = new Map<string, Attempt>();

interface Attempt {
  text: string;
  count: number;
  /** What is told about the filling in. */
  told: { captured_at: string; device_clock?: DeviceClockStatus; filling?: FillTime; device_id?: string };
}

function attempt(id: string, body: Record<string, unknown>, filling: FillTime | undefined) {
  const text = JSON.stringify(body);
  const before = attempts.get(id);
  const device_clock = deviceClock.judge();
  const made =
    before?.text === text
      ? before
      : {
          text,
          count: before ? before.count + 1 : Date.now(),
          told: {
            captured_at: deviceClock.now().toISOString(),
            ...(device_clock && { device_clock }),
            ...(filling && { filling, device_id: deviceIdOfRecords() }),
          },
        };
  attempts.set(id, made);
  return { key: `${id}:${made.count}`, told: made.told };
}

/** Returns every string inside an answer, also in rows. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

const localIds = (value: unknown): string[] => textsIn(value).filter(isLocalFile);

function withIds(value: unknown, sent: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return sent.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withIds(one, sent));
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, withIds(v, sent)]));
  return value;
}

/** Ids given by the source. Without network they are `local:` too, but their files wait there already. */
const given = new Set<string>();

async function sendWaiting(saving: SaveInput): Promise<boolean> {
  return sendFiles(
    saving,
    localIds(saving.store.data).filter((id) => !given.has(id)),
  );
}

/** Uploads locally kept files and puts the server's ids into the answers. Returns false if a file was not uploaded. */
async function sendFiles({ store, files, widgets }: SaveInput, ids: readonly string[]): Promise<boolean> {
  const sent = new Map<string, string>();
  let complete = true;
  for (const id of new Set(ids)) {
    const kept = await files.get(id);
    try {
      if (kept) sent.set(id, (await widgets.upload(kept.blob, kept.name, undefined, undefined, kept.question)).id);
      else complete = false;
    } catch (error) {
      console.warn('a file was not sent', error);
      complete = false;
    }
  }
  if (sent.size > 0) {
    store.set(withIds(store.data, sent) as RecordData);
    for (const [id, there] of sent) {
      given.add(there);
      await files.sent(id, there);
    }
  }
  return complete;
}

/** The server keeps the files of a field that is missing in the request, so an emptied field is sent as null. */
function emptied({ fields }: FormStore['form']): Record<string, null> {
  return Object.fromEntries([...fields.values()].filter(holdsFiles).map(({ name }) => [name, null]));
}

/** Saves the record. Uploads that the server removed because they waited too long are sent again, once. */
export async function saveRecord(saving: SaveInput): Promise<SaveOutcome> {
  const outcome = await saveOnce(saving);
  const missing = outcome.kind === 'invalid' ? missingFiles(saving.store, outcome.errors) : [];
  const kept = await Promise.all(missing.map((id) => saving.files.get(id)));
  const again = kept.flatMap((file) => (file ? [file.id] : []));
  if (again.length === 0 || !(await sendFiles(saving, again))) return outcome;
  return saveOnce(saving);
}

/** Returns the file ids in the answers for which the server found no file. */
function missingFiles({ data }: FormStore, errors: RecordErrors): string[] {
  return Object.entries(errors).flatMap(([pointer, list]) => {
    if (!list.some(({ code }) => code === 'file_missing')) return [];
    const parts = pointer.split('/').slice(1);
    return textsIn(parts.reduce<unknown>((at, part) => getOwn(at as Record<string, unknown> | undefined, part), data));
  });
}

async function saveOnce(saving: SaveInput): Promise<SaveOutcome> {
  const { source, store, api, client_id, record, params, transition, same, others, notTaken = {} } = saving;
  if (!(await sendWaiting(saving))) return { kind: 'files' };
  try {
    const id = record?.id ?? client_id;
    const answers: Record<string, unknown> = {
      ...(store.form.definition.sameAs && { same }),
      ...(store.form.definition.problems && { other_problems: others }),
      ...(record
        ? {
            ...emptied(store.form),
            ...store.stored,
            version: record.version,
            ...(transition && { transition }),
            ...(Object.keys(notTaken).length > 0 && { not_taken: notTaken }),
          }
        : { ...params, ...store.stored, client_id, form_version: store.form.version }),
    };
    const { key, told } = attempt(id, answers, record ? undefined : saving.filling?.());
    const body = { ...answers, ...told };
    const answer = await (record ? source.update(api, id, body, key) : source.store(api, body, key));
    attempts.delete(id);
    return { kind: 'saved', answer };
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (isServerUnreachable(error)) return { kind: 'offline', error };
    if (error.code === 'record_same') return { kind: 'same', duplicates: error.body.duplicates as DuplicateRecords };
    if (error.code === 'problem_same') return { kind: 'problems', problems: error.body.same_problems as SameProblem[] };
    if (error.status === 422 && error.errors && Object.keys(error.errors).length > 0) {
      return { kind: 'invalid', errors: error.errors as RecordErrors, error };
    }
    if (error.status === 417 && error.body.theirs)
      return { kind: 'conflict', theirs: error.body.theirs as TheirRecord };
    return { kind: 'refused', error };
  }
}
