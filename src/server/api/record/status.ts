/** `POST {base}/change-record-status`: changes one record, a list, or all records that match the filters. */

import type { RecordData } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import { coerceAnswers } from '../../../core/form/coerce.ts';
import type { Refused } from '../../../core/generated/api.ts';
import { isObject } from '../../../core/json.ts';
import { canonicalFilters, parseFilters } from '../../../core/query/listQuery.ts';
import { parseRecordId, readSeenVersion } from '../../../core/saving/envelope.ts';
import { pickText } from '../../../core/text/languages.ts';
import { textOrUndefined, truncate } from '../../../core/text/letters.ts';
import { recordView } from '../../../core/views/record/show.ts';
import { mustBeBulkStep, recordsAllowingStep } from '../../../core/views/record/steps.ts';
import { type ApiCall, mustNameSeenVersion, writeContext } from '../call.ts';
import { createServerReads } from '../reads.ts';
import { BULK_EXTRA_ACTIONS, type BulkStep, changeManyRecords, previewManyRecords } from './many.ts';

const MOST = 1000;

/** Moves documented names nested under `comment` to the top level. Clients may send them either way. */
function flat(body: Record<string, unknown>): Record<string, unknown> {
  const { comment } = body;
  return typeof comment === 'object' && comment !== null && !Array.isArray(comment)
    ? { ...body, comment: undefined, ...comment }
    : body;
}

/** `further`: actions that are no step of the workflow. */
function readStep(call: ApiCall, body: Record<string, unknown>, further: readonly string[] = []): BulkStep {
  const errors: RecordErrors = {};
  const action = textOrUndefined(body.action);
  if (!action) errors['/action'] = [{ code: 'required' }];
  else if (!further.includes(action) && !stepsOf(call).includes(action)) errors['/action'] = [{ code: 'choice' }];
  if (body.comment !== undefined && body.comment !== null && typeof body.comment !== 'string')
    errors['/comment'] = [{ code: 'type' }];
  const comment = textOrUndefined(body.comment);
  if (comment && comment.length > 5000) errors['/comment'] = [{ code: 'max_length', params: { limit: 5000 } }];
  const fields = readFields(call, body.fields, errors);
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return { action: action as string, comment, fields };
}

function stepsOf({ services, form }: ApiCall): string[] {
  return services.registry.workflow(form).transitions.map(({ action }) => action);
}

/** Reads comments on single questions. */
function readFields(call: ApiCall, raw: unknown, errors: RecordErrors): BulkStep['fields'] {
  if (raw === undefined || raw === null || raw === '') return undefined;
  const list = Array.isArray(raw) ? raw : [raw];
  if (list.length > 500) {
    errors['/fields'] = [{ code: 'too_many', params: { limit: 500 } }];
    return undefined;
  }
  return list.flatMap((item, index) => {
    const { field, comment } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>;
    if (typeof field !== 'string' || !(call.form.fields.has(field) || call.form.byProperty.has(field)))
      errors[`/fields/${index}/field`] = [{ code: 'unknown_field' }];
    else if (!textOrUndefined(comment)) errors[`/fields/${index}/comment`] = [{ code: 'required' }];
    else return [{ field, comment: truncate(textOrUndefined(comment) as string, 5000) }];
    return [];
  });
}

/** Reads answers that came too late. Only a step that asks for another one takes them. */
function readNotTaken({ services, form }: ApiCall, { action }: BulkStep, given: unknown): RecordData | undefined {
  if (given === undefined || given === null) return undefined;
  const asks = services.registry.workflow(form).transitions.some((one) => one.action === action && one.asks);
  if (!asks || !isObject(given)) throw new Failure('bad_body');
  return coerceAnswers(form, given).data;
}

export async function changeStatusHandler(call: ApiCall): Promise<Record<string, unknown>> {
  const body = flat(call.body);
  const raw = body.record_id ?? body.id;
  if (Array.isArray(raw)) {
    const ids = raw.map(parseRecordId);
    const bad = ids.indexOf(undefined);
    if (bad >= 0) throw new Failure('validation_failed', { errors: { [`/record_id/${bad}`]: [{ code: 'pattern' }] } });
    if (ids.length > MOST)
      throw new Failure('validation_failed', {
        errors: { '/record_id': [{ code: 'too_many', params: { limit: MOST } }] },
      });
    if (isLook(body)) return previewManyRecords(call, ids as string[], readStep(call, body));
    return changeManyRecords(
      call,
      ids as string[],
      readStep(call, body, BULK_EXTRA_ACTIONS),
      [],
      readVersions(body.versions),
    );
  }
  if (isLook(body)) throw new Failure('validation_failed', { errors: { '/record_id': [{ code: 'type' }] } });
  const id = parseRecordId(raw);
  if (!id) throw new Failure('validation_failed', { errors: { '/record_id': [{ code: 'required' }] } });
  const step = readStep(call, body);
  const version = readSeenVersion(body.version);
  mustNameSeenVersion(call, version);
  const notTaken = readNotTaken(call, step, body.not_taken);
  const view = await call.services.records.transition(
    call.form,
    id,
    { ...step, version, notTaken },
    writeContext(call),
  );
  const { record } = await recordView(createServerReads(call), view);
  const transition = call.services.registry.workflow(call.form).transitions.find((one) => one.action === step.action);
  return {
    message: transition ? pickText(transition.done, call.language) : '',
    changes_record_status: transition?.changes_record_status === true,
    record,
  };
}

/**
 * `change-record-status/all`: changes the records that the list shows with these filters. Looks at no more than `limit`
 * records and returns where to continue (`next_cursor`). A client can thus show progress and stop between two requests.
 */
export async function changeAllStatusHandler(call: ApiCall): Promise<Record<string, unknown>> {
  const body = flat(call.body);
  const step = readStep(call, body);
  const reads = createServerReads(call);
  mustBeBulkStep(reads, call.form, step.action);
  const filters = canonicalFilters(parseFilters(body.filters, call.form), call.form, call.services.registry);
  const searched = textOrUndefined(body.text);
  const limit = Math.min(MOST, Math.max(1, Math.trunc(Number(body.limit ?? MOST)) || MOST));
  let after = textOrUndefined(body.after);
  let looked = 0;
  const ids: string[] = [];
  const refused: Refused[] = [];
  do {
    const page = await reads.list({
      form: call.form,
      filters,
      sort: [],
      page: 1,
      per_page: Math.min(200, limit - looked),
      ...(searched && { text: searched }),
      ...(after && { after }),
    });
    const sorted = recordsAllowingStep(reads, call.form, page.rows, step.action);
    ids.push(...sorted.ids);
    refused.push(...sorted.refused);
    looked += page.rows.length;
    after = page.rows.length > 0 ? (page.next_cursor ?? undefined) : undefined;
  } while (after && looked < limit);
  const answer = await (isLook(body) ? previewManyRecords : changeManyRecords)(call, ids, step, refused);
  return { ...answer, looked, next_cursor: after ?? null };
}

function isLook({ look }: Record<string, unknown>): boolean {
  if (look !== undefined && typeof look !== 'boolean') throw new Failure('bad_body');
  return look === true;
}

/** Reads the versions that a client saw, by record id. A record that has another one since is refused. */
function readVersions(given: unknown): ReadonlyMap<string, number> {
  if (given === undefined || given === null) return new Map();
  if (!isObject(given)) throw new Failure('bad_body');
  return new Map(
    Object.entries(given).map(([id, version]) => {
      const seen = readSeenVersion(version);
      if (seen === undefined) throw new Failure('bad_body');
      return [id, seen];
    }),
  );
}
