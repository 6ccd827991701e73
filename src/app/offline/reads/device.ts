/** What every request to the device needs: its store, definitions, the person, and the rules of the server. */
import { v4, v7 } from 'uuid';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { ErrorParams } from '../../../core/errors/recordErrors.ts';
import type { SessionView } from '../../../core/generated/api.ts';
import { memoizeByStamps } from '../../../core/memoize.ts';
import { createPermission, type Permission } from '../../../core/records/permission.ts';
import type { Actor, Scope } from '../../../core/records/types.ts';
import type { SavingDeps } from '../../../core/saving/types.ts';
import { DOCUMENTS } from '../../../core/sync/documents.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import type { LocalRecord, Operation } from '../../../core/sync/types.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { fromWireLanguage, type Language } from '../../../core/text/languages.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { ApiError } from '../../data/errors.ts';
import { preferences } from '../../data/preferences.ts';
import type { FormApi } from '../../data/source.ts';
import { errorSentencesIn, loadErrorSentences } from '../failure.ts';
import { cachedUntilChanged } from './memory.ts';
import { type LoadValidator, type LocalRegistry, localRegistry } from './registry.ts';
import { localSavingSource } from './saving.ts';

export interface DeviceOptions {
  loadValidator?: LoadValidator;
  now?: () => Date;
  /** Returns false if the clock is certainly wrong. */
  isDayKnown?: () => boolean;
}

export interface OfflineDevice extends SavingDeps {
  store: SyncStore;
  registry: LocalRegistry;
  actor: Actor;
  language: Language;
  /** Returns the day that forms fill in. Empty if nobody knows it. */
  dayOfForms(): string;
  /** Returns the sentence of an error code. */
  sentence(code: string, params?: ErrorParams): string;
  /** Makes the id of a change. */
  newOperation: () => string;
}

/** Permissions by registry, so that what they found out about a person is used again. */
const people = memoizeByStamps<LocalRegistry, { actor: Actor; permission: Permission }>('person of the device');

const sessionOf = cachedUntilChanged('session of the device', ({ documents }) =>
  documents.get<SessionView>(DOCUMENTS.session),
);

/** Throws an ApiError if the device was not prepared. */
export async function openDevice(
  store: SyncStore,
  { loadValidator, now = deviceClock.now, isDayKnown = deviceClock.isDayKnown }: DeviceOptions = {},
): Promise<OfflineDevice> {
  const [registry, session] = await Promise.all([
    localRegistry(store, loadValidator),
    sessionOf(store),
    loadErrorSentences(),
  ]);
  if (!session) throw new ApiError(409, { code: 'not_prepared' });
  const { actor, permission } = personOf(registry, session);
  return {
    store,
    registry,
    actor,
    permission,
    language: preferences().language,
    source: localSavingSource(store, registry, actor, permission),
    sentence: errorSentencesIn(preferences().language).of,
    now,
    dayOfForms: () => (isDayKnown() ? kabulDay(now()) : ''),
    newId: v4,
    newOperation: v7,
  };
}

function personOf(registry: LocalRegistry, { user }: SessionView) {
  return people(registry, [JSON.stringify(user)], () => {
    const { id, username, name, grants, person_id } = user;
    const language = fromWireLanguage(user.language) ?? 'en';
    return { actor: { id, username, name, grants, person_id, language }, permission: createPermission(registry) };
  });
}

/** Returns the newest version of the form that an API base belongs to. Throws `route_not_found`. */
export function formOfApi({ registry }: OfflineDevice, { base }: FormApi): CompiledForm {
  const entry = registry.entries().find(({ api }) => api.base === base);
  const form = entry && registry.form(entry.form);
  if (!form) throw new Failure('route_not_found');
  return form;
}

/** Returns the version that a record was captured with. */
export function localFormVersion({ registry }: OfflineDevice, { record }: Pick<LocalRecord, 'record'>): CompiledForm {
  const form = registry.form(record.form, record.form_version) ?? registry.form(record.form);
  if (!form) throw new Failure('record_not_found');
  return form;
}

/** Returns a record that the person sees, and what they may do with it. Throws `record_not_found`. */
export async function readVisibleRecord(
  { store, permission, actor }: OfflineDevice,
  form: CompiledForm,
  id: string,
): Promise<{ local: LocalRecord; scope: Scope }> {
  const local = await store.records.get(id);
  const scope = permission.mustSee(form, local?.record, actor);
  return { local: local as LocalRecord, scope };
}

/** Returns a record of one of these forms. Throws `record_not_found` if the person does not see it. */
export async function readRecordAmong(device: OfflineDevice, forms: readonly string[], id: string) {
  const found = await device.store.records.get(id);
  const form = found && forms.includes(found.record.form) ? device.registry.form(found.record.form) : undefined;
  if (!form) throw new Failure('record_not_found');
  return readVisibleRecord(device, form, id);
}

/** Returns the undeleted records of a form that the person sees. */
export async function visibleRecords(
  { store, permission, actor }: OfflineDevice,
  form: string,
): Promise<LocalRecord[]> {
  const all = await store.records.ofForm(form);
  return all.filter(({ record }) => permission.sees(record, actor));
}

/** Returns the unsent changes of a record in order. */
export async function unsentOperationsOf({ store }: OfflineDevice, id: string): Promise<Operation[]> {
  return (await store.operations.all()).filter(({ record_id }) => record_id === id);
}
