/**
 * Handles store, update, delete and restore. Turns bodies into answers; `server/records` decides the rest. The outcome of each
 * submission is noted in the entry log, which does not change it.
 */
import { setAtKey } from '../../../core/api/render.ts';
import { CONFIRMATION_CODES } from '../../../core/errors/catalogue.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { UniqueResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { parseRecordId, readCreate, readEnvelope, readSeenVersion, readUpdate } from '../../../core/saving/envelope.ts';
import type { RecordWithScope, UpdateBody, WriteContext } from '../../../core/saving/types.ts';
import { loadDefaultSources } from '../../../core/views/record/create.ts';
import { formVersionOfRecord, recordView } from '../../../core/views/record/show.ts';
import { uniqueView } from '../../../core/views/record/unique.ts';
import { words } from '../../http/words.ts';
import type { Submission } from '../../records/log/entry.ts';
import { type ApiCall, mustNameSeenVersion, writeContext } from '../call.ts';
import { formOfRecord } from '../findRecordAmong.ts';
import { createServerReads } from '../reads.ts';
import { resolveKeys } from '../resolvers/answer.ts';

/** `POST {base}/store` and `POST {base}`. A body with an id updates that record. */
export async function storeHandler(call: ApiCall): Promise<Record<string, unknown>> {
  const envelope = readEnvelope(call.form, call.body);
  if (envelope.id) return updateHandler(call, envelope.id);
  const { form, data } = readCreate(call.services.registry, call.form, call.body);
  const view = await call.services.records.create(
    form,
    data,
    { ...(envelope.clientId && { id: envelope.clientId }), ...(envelope.parentId && { parent_id: envelope.parentId }) },
    createWriteContext(call, envelope.clientId),
  );
  return saved(call, view, 'server:saved');
}

/**
 * `PUT {base}/{id}`: replaces all answers. `version` is the version that the writer saw. The record keeps the form version
 * it was captured with, unless `form_version` is later and not withdrawn; it never goes back. Files may have been uploaded
 * separately (`upload/{id}`), so a file question missing in the body keeps its files. Null empties it. `transition` names a
 * workflow step with `after_edit` to take with it, both or neither.
 */
export async function updateHandler(call: ApiCall, id: string): Promise<Record<string, unknown>> {
  const read = (before: RecordWithScope) => readAnswers(call, before);
  return saved(call, await call.services.records.update(call.form, id, read, writeContext(call)), 'server:saved');
}

function readAnswers(call: ApiCall, before: RecordWithScope): UpdateBody {
  const sent = readUpdate(
    call.services.registry,
    formVersionOfRecord(call.services, before),
    call.body,
    before.record.version,
  );
  const version = sent.version ?? readSeenVersion(call.request.headers['if-match']);
  mustNameSeenVersion(call, version);
  return { ...sent, version };
}

/** `DELETE {base}/{id}`: returns a sentence. A base may also delete records of the forms it accepts. */
export async function removeHandler(call: ApiCall, id: string): Promise<string> {
  const { services, language } = call;
  const version = readSeenVersion(call.body.version, call.query.version, call.request.headers['if-match']);
  const form = await formOf(call, id);
  const { code } = await services.records.remove(form, id, version, writeContext(call));
  return words(language, 'server:deleted', { title: form.definition.title, code: code ?? '' });
}

/** Returns the call's form, or the form of the record if the base accepts that form. */
async function formOf(call: ApiCall, id: string) {
  const accepts = call.form.definition.api.accepts ?? [];
  if (accepts.length === 0) return call.form;
  return (await formOfRecord(call, accepts, id)) ?? call.form;
}

export async function restoreHandler(call: ApiCall, id: string): Promise<Record<string, unknown>> {
  return saved(call, await call.services.records.restore(call.form, id, writeContext(call)), 'server:restored');
}

/** Returns `{id, code, version, message, recordScope, refs}` with the record under the key of `api.record`. */
async function saved(call: ApiCall, view: RecordWithScope, message: string): Promise<Record<string, unknown>> {
  const { record, form, refs } = await recordView(createServerReads(call), view, call.actor);
  const answer: Record<string, unknown> = {
    id: view.record.id,
    code: view.record.code,
    version: view.record.version,
    newest_version: call.services.registry.captureForm(form.form)?.version ?? form.version,
    message: words(call.language, message, { title: form.definition.title, code: view.record.code ?? '' }),
    recordScope: view.scope.allowed,
    refs,
  };
  setAtKey(answer, form.definition.api.record ?? 'data', record);
  await resolveKeys(form.definition.api.saved ?? {}, { ...call, form }, { view, rendered: record, refs }, answer);
  return answer;
}

/** `GET {base}/validation?fieldName&value&id`: checks that no other record has this value. */
export function uniquenessHandler(call: ApiCall): Promise<UniqueResponse> {
  return uniqueView(createServerReads(call), call.form, call.query);
}

/** The context of a create, with what the answers that are filled when the record is saved may read of others. */
export function createWriteContext(call: ApiCall, clientId?: string): WriteContext {
  const reads = createServerReads(call);
  return {
    ...writeContext(call, clientId),
    known: async (form, parentId) =>
      loadDefaultSources(
        reads,
        form,
        parentId ? await reads.one(form.definition.parent?.forms ?? [], parentId) : undefined,
      ),
  };
}

type Write = (call: ApiCall, id: string) => Promise<Record<string, unknown>>;

/** Wraps a handler so that its submissions are logged, except server errors (5xx), which the sender did not cause. */
export function withSubmissionLog(write: Write): Write {
  return async (call, id) => {
    const { services, form, actor, body } = call;
    const given = id || parseRecordId(body.id);
    const about = (): Submission => ({
      form,
      actor,
      at: services.now().toISOString(),
      action: given ? 'edit' : 'create',
    });
    try {
      const answer = await write(call, id);
      services.entryLog.note({ ...about(), record_id: String(answer.id), version: Number(answer.version) });
      return answer;
    } catch (error) {
      if (error instanceof Failure && error.status < 500 && !CONFIRMATION_CODES.has(error.code)) {
        const { parent } = form.definition;
        const parentId =
          parent && parseRecordId(getOwn(body, parent.field) ?? getOwn(body, parent.param ?? '') ?? body.parent_id);
        services.entryLog.note({
          ...about(),
          failure: error,
          answers: body,
          ...(given && { record_id: given }),
          ...(parentId && { parent_id: parentId }),
        });
      }
      throw error;
    }
  };
}
