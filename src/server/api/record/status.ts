/** `POST {base}/change-record-status`: changes one record, a list, or all records that match the filters. */
import type { Workflow } from '../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../core/errors/failure.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { isObject } from '../../../core/errors/json.ts';
import type { Refused, TransitionDone } from '../../../core/generated/api.ts';
import { bulkActions, formRefusal } from '../../../core/records/scope.ts';
import { pick } from '../../../core/text/languages.ts';
import { fieldErrors } from '../../http/errors.ts';
import { words } from '../../http/words.ts';
import { refused as unallowed } from '../../records/permission.ts';
import type { RecordView } from '../../records/types.ts';
import { type Call, mustSayVersion, text, writeContext } from '../call.ts';
import { canonicalFilters, parseFilters } from '../list/filters.ts';
import { refusalWords } from './denials.ts';
import { asId, seenVersion } from './envelope.ts';
import { recordNames } from './refs.ts';
import { renderView } from './show.ts';

const MOST = 1000;

interface Step {
  action: string;
  comment: string | undefined;
  fields: { field: string; comment: string }[] | undefined;
}

/** Moves documented names nested under `comment` to the top level. Clients may send them either way. */
function flat(body: Record<string, unknown>): Record<string, unknown> {
  const { comment } = body;
  return typeof comment === 'object' && comment !== null && !Array.isArray(comment)
    ? { ...body, comment: undefined, ...comment }
    : body;
}

function readStep(call: Call, body: Record<string, unknown>): Step {
  const errors: RecordErrors = {};
  const action = text(body.action);
  if (!action) errors['/action'] = [{ code: 'required' }];
  else if (!call.services.registry.workflow(call.form).transitions.some((one) => one.action === action))
    errors['/action'] = [{ code: 'choice' }];
  if (body.comment !== undefined && body.comment !== null && typeof body.comment !== 'string')
    errors['/comment'] = [{ code: 'type' }];
  const comment = text(body.comment);
  if (comment && comment.length > 5000) errors['/comment'] = [{ code: 'max_length', params: { limit: 5000 } }];
  const fields = readFields(call, body.fields, errors);
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return { action: action as string, comment, fields };
}

/** Reads comments on single questions. */
function readFields(call: Call, raw: unknown, errors: RecordErrors): Step['fields'] {
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
    else if (!text(comment)) errors[`/fields/${index}/comment`] = [{ code: 'required' }];
    else return [{ field, comment: (text(comment) as string).slice(0, 5000) }];
    return [];
  });
}

export async function changeStatus(call: Call): Promise<Record<string, unknown>> {
  const body = flat(call.body);
  const raw = body.record_id ?? body.id;
  if (Array.isArray(raw)) {
    const ids = raw.map(asId);
    const bad = ids.indexOf(undefined);
    if (bad >= 0) throw new Failure('validation_failed', { errors: { [`/record_id/${bad}`]: [{ code: 'pattern' }] } });
    if (ids.length > MOST)
      throw new Failure('validation_failed', {
        errors: { '/record_id': [{ code: 'too_many', params: { limit: MOST } }] },
      });
    return changeMany(call, ids as string[], readStep(call, body), [], readVersions(body.versions));
  }
  const id = asId(raw);
  if (!id) throw new Failure('validation_failed', { errors: { '/record_id': [{ code: 'required' }] } });
  const step = readStep(call, body);
  const version = seenVersion(body.version);
  mustSayVersion(call, version);
  const view = await call.services.records.transition(
    call.form,
    id,
    step.action,
    step.comment,
    version,
    writeContext(call),
    step.fields,
  );
  const { record } = await renderView(call, view);
  const transition = call.services.registry.workflow(call.form).transitions.find((one) => one.action === step.action);
  return {
    message: transition ? pick(transition.done, call.language) : '',
    changes_record_status: transition?.changes_record_status === true,
    record,
  };
}

/**
 * `change-record-status/all`: changes the records that the list shows with these filters. Looks at no more than `limit`
 * records and returns where to continue (`next_cursor`). A client can thus show progress and stop between two requests.
 */
export async function changeStatusOfAll(call: Call): Promise<Record<string, unknown>> {
  const body = flat(call.body);
  const step = readStep(call, body);
  const workflow = call.services.registry.workflow(call.form);
  const transition = workflow.transitions.find((one) => one.action === step.action);
  if (!transition?.bulk) throw new Failure('validation_failed', { errors: { '/action': [{ code: 'choice' }] } });
  mustBeOffered(call, transition);
  const filters = canonicalFilters(parseFilters(body.filters, call.form), call.form, call.services.registry);
  const searched = text(body.text);
  const limit = Math.min(MOST, Math.max(1, Math.trunc(Number(body.limit ?? MOST)) || MOST));
  let after = text(body.after);
  let looked = 0;
  const ids: string[] = [];
  const refused: Refused[] = [];
  do {
    const page = await call.services.records.list(
      {
        form: call.form,
        filters,
        sort: [],
        page: 1,
        per_page: Math.min(200, limit - looked),
        ...(searched && { text: searched }),
        ...(after && { after }),
      },
      call.actor,
    );
    for (const { record, scope } of page.rows) {
      const why = scope.refused[step.action];
      if (scope.allowed[step.action]) ids.push(record.id);
      else if (why)
        refused.push({
          id: record.id,
          code: why.code,
          message: refusalWords(call, why),
        });
    }
    looked += page.rows.length;
    after = page.rows.length > 0 ? (page.next_cursor ?? undefined) : undefined;
  } while (after && looked < limit);
  const answer = await changeMany(call, ids, step, refused);
  return { ...answer, looked, next_cursor: after ?? null };
}

/** Throws the reason if the person may take the step with no record of the form, whatever the filters find. */
function mustBeOffered(
  { services: { registry }, form, actor }: Call,
  { action, from }: Workflow['transitions'][number],
) {
  const { permissions } = registry.common();
  const workflow = registry.workflow(form);
  if (bulkActions(actor, form, permissions, workflow).includes(action)) return;
  throw unallowed(action, formRefusal(actor, action, form, permissions, workflow, from[0]) ?? { code: 'forbidden' });
}

/** Changes each record on its own, so that one refusal does not stop the others. */
async function changeMany(
  call: Call,
  ids: string[],
  step: Step,
  before: Refused[] = [],
  versions: ReadonlyMap<string, number> = new Map(),
): Promise<Record<string, unknown>> {
  const { language, services, form } = call;
  const context = writeContext(call);
  const refused: Refused[] = [...before];
  const done: TransitionDone[] = [];
  for (const id of new Set(ids)) {
    try {
      const own = context.operation ? { ...context, operation: `${context.operation}:${id}` } : context;
      const seen = versions.get(id);
      const view = await services.records.transition(form, id, step.action, step.comment, seen, own, step.fields);
      done.push({ id, version: view.record.version, back: wayBack(call, step.action, view) });
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      refused.push({
        id,
        code: error.code,
        message: refusalWords(call, error),
        ...(error.errors && { errors: fieldErrors(error.errors, language) }),
      });
    }
  }
  const names = await recordNames(
    services,
    refused.map(({ id }) => id),
  );
  for (const one of refused) {
    const named = before.includes(one) || one.code !== 'record_not_found' ? names[one.id] : undefined;
    if (named) Object.assign(one, { name: named.name, record_code: named.code ?? null });
  }
  const changed = done.length;
  return { message: words(language, 'server:changed', { changed, refused: refused.length }), changed, refused, done };
}

/** Returns the step by which the person may take theirs back, if the workflow has one to the state it started from. */
function wayBack({ services, form }: Call, action: string, { scope }: RecordView): string | null {
  const { transitions } = services.registry.workflow(form);
  const starts = new Set(transitions.filter((one) => one.action === action).flatMap(({ from }) => from));
  if (starts.size !== 1) return null;
  return transitions.find((one) => scope.allowed[one.action] && starts.has(one.to))?.action ?? null;
}

/** Reads the versions that a client saw, by record id. A record that has another one since is refused. */
function readVersions(given: unknown): ReadonlyMap<string, number> {
  if (given === undefined || given === null) return new Map();
  if (!isObject(given)) throw new Failure('bad_body');
  return new Map(
    Object.entries(given).map(([id, version]) => {
      const seen = seenVersion(version);
      if (seen === undefined) throw new Failure('bad_body');
      return [id, seen];
    }),
  );
}
