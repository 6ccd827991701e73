/** `POST {base}/change-record-status`: changes one record, a list, or all records that match the filters. */

import type { RecordData } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import { coerceAnswers } from '../../../core/form/coerce.ts';
import type { Refused, TransitionAllBody, TransitionBody } from '../../../core/generated/api.ts';
import { canonicalFilters, parseFilters } from '../../../core/query/listQuery.ts';
import { readSeenVersion } from '../../../core/saving/envelope.ts';
import { pickText } from '../../../core/text/languages.ts';
import { cleanText, isBlankText, textOrUndefined, truncate } from '../../../core/text/letters.ts';
import { recordView } from '../../../core/views/record/show.ts';
import { mustBeBulkStep, recordsAllowingStep } from '../../../core/views/record/steps.ts';
import { readPartialBody } from '../../http/bodies.ts';
import { type ApiCall, mustNameSeenVersion, writeContext } from '../call.ts';
import { createServerReads } from '../reads.ts';
import { BULK_EXTRA_ACTIONS, type BulkStep, changeManyRecords, previewManyRecords } from './many.ts';

/** Records that one call looks at. */
const MOST = 1000;

/**
 * Returns the step that a body names. Throws what its check found (`errors`) together with what no shape can say. `further`: actions that
 * are no step of the workflow.
 */
function readStep(
  { form, services }: ApiCall,
  body: Partial<TransitionAllBody>,
  errors: RecordErrors,
  further: readonly string[] = [],
): BulkStep {
  const action = cleanText(body.action ?? '');
  const steps = services.registry.workflow(form).transitions.map((one) => one.action);
  if (!errors['/action'] && ![...steps, ...further].includes(action)) errors['/action'] = [{ code: 'choice' }];
  const fields = body.fields?.map(({ field, comment }, index) => {
    if (!form.fields.has(field) && !form.byProperty.has(field))
      errors[`/fields/${index}/field`] = [{ code: 'unknown_field' }];
    else if (isBlankText(comment)) errors[`/fields/${index}/comment`] = [{ code: 'required' }];
    return { field, comment: truncate(cleanText(comment), 5000) };
  });
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return { action, comment: textOrUndefined(body.comment), fields };
}

/** Reads answers that came too late. Only a step that asks for another one takes them. */
function readNotTaken(
  { services, form }: ApiCall,
  { action }: BulkStep,
  given: TransitionBody['not_taken'],
): RecordData | undefined {
  if (given === undefined) return undefined;
  const asks = services.registry.workflow(form).transitions.some((one) => one.action === action && one.asks);
  if (!asks) throw new Failure('bad_body');
  return coerceAnswers(form, given).data;
}

export async function changeStatusHandler(call: ApiCall): Promise<Record<string, unknown>> {
  const { body, errors } = readPartialBody<TransitionBody>(call);
  const isMany = Array.isArray(call.body.record_id);
  if (body.look && !isMany) errors['/record_id'] = [{ code: 'type' }];
  const step = readStep(call, body, errors, isMany && !body.look ? BULK_EXTRA_ACTIONS : []);
  const { record_id, look, version, versions = {}, not_taken } = body as TransitionBody;
  if (Array.isArray(record_id)) {
    if (look) return previewManyRecords(call, record_id, step);
    const seen = new Map(Object.entries(versions).map(([id, one]) => [id, readSeenVersion(one)]));
    return changeManyRecords(call, record_id, step, [], seen);
  }
  const seen = readSeenVersion(version);
  mustNameSeenVersion(call, seen);
  const notTaken = readNotTaken(call, step, not_taken);
  const view = await call.services.records.transition(
    call.form,
    record_id,
    { ...step, version: seen, notTaken },
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
  const { body, errors } = readPartialBody<TransitionAllBody>(call);
  const step = readStep(call, body, errors);
  const reads = createServerReads(call);
  mustBeBulkStep(reads, call.form, step.action);
  const filters = canonicalFilters(parseFilters(body.filters, call.form), call.form, call.services.registry);
  const searched = textOrUndefined(body.text);
  const limit = Math.min(MOST, body.limit ?? MOST);
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
  const answer = await (body.look ? previewManyRecords : changeManyRecords)(call, ids, step, refused);
  return { ...answer, looked, next_cursor: after ?? null };
}
