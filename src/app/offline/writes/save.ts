/** Saves of this device. Each becomes one unsent change and the record as it then is, written together. */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { addError, type RecordErrors } from '../../../core/errors/recordErrors.ts';
import { fieldErrorParams } from '../../../core/form/messages.ts';
import { holdsFiles } from '../../../core/form/types/question.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import { readCreate, readUpdate, readWriteOptions } from '../../../core/saving/envelope.ts';
import { uniqueValues } from '../../../core/saving/identity.ts';
import {
  codeTakenFailure,
  mustNotBeWithdrawn,
  newStoredRecord,
  planUpdate,
  prepareNew,
  requireAcknowledgement,
  typedRecordCode,
} from '../../../core/saving/plan.ts';
import type { NamedRecord, WriteContext } from '../../../core/saving/types.ts';
import { localFilesIn, operationBaseOf } from '../../../core/sync/body.ts';
import type { LocalRecord, Operation, OperationKind, SyncReason } from '../../../core/sync/types.ts';
import { loadDefaultSources } from '../../../core/views/record/create.ts';
import { recordView } from '../../../core/views/record/show.ts';
import type { FormApi } from '../../data/source.ts';
import type { SavedRecord } from '../../data/types.ts';
import { serverSentence } from '../failure.ts';
import {
  formOfApi,
  localFormVersion,
  type OfflineDevice,
  readVisibleRecord,
  unsentOperationsOf,
} from '../reads/device.ts';
import { createLocalNames, createLocalReads, toVisibleRecord } from '../reads/reads.ts';
import { isLocalValueFree } from '../reads/saving.ts';

type Body = Record<string, unknown>;

/** Saves a new record, or changes the one that the body names. */
export async function saveLocalRecord(device: OfflineDevice, api: FormApi, body: Body): Promise<SavedRecord> {
  const of = formOfApi(device, api);
  const { form, data, envelope } = readCreate(device.registry, of, body);
  if (envelope.id) return updateLocalRecord(device, api, envelope.id, body);
  const id = envelope.clientId ?? device.newOperation();
  const there = await device.store.records.get(id);
  if (there) return repeated(device, there, data);
  const context: WriteContext = {
    actor: device.actor,
    ...readWriteOptions(body),
    async known(version, parentId) {
      const forms = version.definition.parent?.forms ?? [];
      const reads = createLocalReads(device);
      return loadDefaultSources(reads, version, parentId ? await reads.one(forms, parentId) : undefined);
    },
  };
  const at = device.now().toISOString();
  mustNotBeWithdrawn(device, form, context.captured_at ?? at);
  const prepared = await prepareNew(device, form, id, data, envelope.parentId, context);
  await requireAcknowledgement(device, form, { id, before: null, ...prepared }, context);
  const code = typedRecordCode(form, prepared.data);
  if (code && !(await device.source.isCodeFree(form, code))) throw codeTakenFailure();
  await mustBeUnique(device, form, id, prepared.data);
  const { name, ...record } = newStoredRecord(device, form, { id, prepared, code, context, at });
  const refs = await refsOf(device, form, { ...record, version: 1 });
  const local: LocalRecord = { record: { ...record, version: 1 }, name, refs };
  const sent = { ...bodyWith(form, body, prepared.data), client_id: id, form_version: form.version };
  await addOperation(device, { kind: 'create', before: undefined, next: local, body: sent });
  return saved(device, local);
}

/** A request that is repeated gets its first response. Throws `idempotency_mismatch` for another record. */
async function repeated(device: OfflineDevice, there: LocalRecord, data: RecordData): Promise<SavedRecord> {
  const said = (answers: RecordData) => JSON.stringify(Object.entries(answers).sort());
  const isSame =
    there.record.created_by === device.actor.id && said({ ...there.record.data, ...data }) === said(there.record.data);
  if (!isSame) throw new Failure('idempotency_mismatch');
  return saved(device, there);
}

export async function updateLocalRecord(
  device: OfflineDevice,
  api: FormApi,
  id: string,
  body: Body,
): Promise<SavedRecord> {
  const { local } = await readVisibleRecord(device, formOfApi(device, api), id);
  const refused = (await unsentOperationsOf(device, id)).filter(({ state }) => state.is === 'failed');
  const sent = readUpdate(device.registry, formVersionToEdit(device, local, refused), body, local.record.version);
  mustBeCurrentVersion(local, sent.version, sent.data);
  const { form } = sent;
  const before: NamedRecord = { ...local.record, name: local.name };
  const context = {
    actor: device.actor,
    ...readWriteOptions(body),
    ...(refused.length > 0 && { askedAbout: local.server?.data ?? null }),
  };
  const plan = await planUpdate(device, before, sent, context);
  await mustBeUnique(device, form, id, plan.after.data);
  const { name, ...record } = { ...plan.after, version: local.record.version + 1 };
  const next: LocalRecord = { ...local, record, name, refs: await refsOf(device, form, record, local) };
  const changed = { ...bodyWith(form, body, record.data), form_version: form.version };
  await addOperation(device, { kind: 'update', before: local, next, body: changed });
  // What the server refused is tried again, with this correction.
  for (const operation of refused)
    await device.store.operations.put({ ...operation, state: { is: 'waiting', attempts: 0 } });
  return saved(device, next);
}

/**
 * Returns the version that a record is changed in: the one that it was captured with, unless the server refused it as a new
 * record because that one was withdrawn.
 */
export function formVersionToEdit(
  device: OfflineDevice,
  local: LocalRecord,
  refused: readonly Operation[],
): CompiledForm {
  const captured = localFormVersion(device, local);
  const isWithdrawn = refused.some(({ kind, state }) => kind === 'create' && isRefusedAs('withdrawn', state));
  if (!isWithdrawn || !device.registry.withdrawal(captured)) return captured;
  return device.registry.captureForm(captured.form) ?? captured;
}

function isRefusedAs(reason: SyncReason, state: Operation['state']): boolean {
  return state.is === 'failed' && state.failure.reason === reason;
}

/**
 * Throws `conflict` if the record changed after the writer saw it: in another tab, or by what the server sent. The version of
 * a record with unsent changes is what it will be once they are sent.
 */
export function mustBeCurrentVersion(
  { record, refs }: LocalRecord,
  version: number | undefined,
  mine?: RecordData,
): void {
  if (version === undefined || version === record.version) return;
  const by = { id: record.updated_by, name: refs[record.updated_by]?.name ?? '' };
  throw new Failure('conflict', {
    detail: {
      mine: { version, data: mine ?? null },
      theirs: { version: record.version, data: record.data, by, at: record.updated_at },
    },
  });
}

/**
 * Returns the body with the answers as they are stored, so that ids of new problems are the same on every device. The server
 * keeps the files of a question that is missing, so an emptied one is sent as null.
 */
function bodyWith(form: CompiledForm, body: Body, data: RecordData): Body {
  const isAnswer = (name: string) => form.byProperty.has(name) || Object.hasOwn(form.aliases, name);
  const envelope = Object.entries(body).filter(([name]) => ENVELOPE.has(name) && !isAnswer(name));
  const emptied = [...form.fields.values()].filter(holdsFiles).map(({ name }) => [name, null]);
  return { ...Object.fromEntries(envelope), ...Object.fromEntries(emptied), ...data };
}

const ENVELOPE: ReadonlySet<string> = new Set([
  'same',
  'other_problems',
  'transition',
  'parent_id',
  'captured_at',
  'device_clock',
  'device_id',
  'filling',
  'not_taken',
]);

/** Throws `validation_failed` if another record on this device has the same unique answer. */
async function mustBeUnique(device: OfflineDevice, form: CompiledForm, id: string, data: RecordData): Promise<void> {
  const errors: RecordErrors = {};
  for (const { node, value } of uniqueValues(form, data))
    if (!(await isLocalValueFree(device, form, node.properties[0] ?? node.name, value, id)))
      addError(errors, node.pointer, 'unique', fieldErrorParams(node, 'unique'));
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
}

async function refsOf(device: OfflineDevice, form: CompiledForm, record: StoredRecord, before?: LocalRecord) {
  const names = createLocalNames(device, before?.refs);
  names.addRecord(form, record);
  return names.load();
}

interface Change {
  kind: OperationKind;
  /** The record as the person saw it. Absent for a new record. */
  before: LocalRecord | undefined;
  /** The record as it then is. */
  next: LocalRecord;
  body: Body;
}

/** Adds an unsent change together with the record as it then is. */
export function addOperation(
  { store, newOperation, now }: OfflineDevice,
  { kind, before, next, body }: Change,
): Promise<Operation> {
  const { record } = next;
  return store.operations.add(
    {
      id: newOperation(),
      kind,
      form: record.form,
      record_id: record.id,
      parent_id: record.parent_id,
      body,
      files: localFilesIn(body),
      base: before ? seenBy(before) : null,
      captured_at: now().toISOString(),
      state: { is: 'waiting', attempts: 0 },
    },
    next,
  );
}

/** Returns what a change of a record begins with. A record that is not on the server yet will have version 1 there. */
function seenBy({ record, server }: LocalRecord): NonNullable<Operation['base']> {
  return operationBaseOf({ ...record, version: server?.version ?? 1 });
}

async function saved(device: OfflineDevice, local: LocalRecord, message = 'saved'): Promise<SavedRecord> {
  const { record, name: _name } = local;
  const form = localFormVersion(device, local);
  const scope = device.permission.scope(form, record, device.actor);
  const view = await recordView(createLocalReads(device), toVisibleRecord(local, scope));
  const title = form.definition.title;
  return {
    id: record.id,
    code: record.code,
    version: record.version,
    newest_version: device.registry.captureForm(form.form)?.version ?? form.version,
    message: serverSentence(device.language, message, { title, code: record.code ?? '' }),
    record: view.record,
  };
}
