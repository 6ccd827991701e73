/**
 * The generic API. The base of a path names the form; the rest and the method name the handler, or a call that the definition
 * documents below its base (`api.calls`), about its own or another form's record. All are looked up for each request, so a newly
 * published form works at once.
 */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import { getOwn } from '../../core/json.ts';
import { matchPathParams } from '../../core/paths/pattern.ts';
import { mustSeeSomeRecords } from '../../core/records/permission.ts';
import { parseRecordId } from '../../core/saving/envelope.ts';
import { recordView } from '../../core/views/record/show.ts';
import type { Services } from '../http/services.ts';
import type { ApiCall } from './call.ts';
import { formCallOf } from './contract/calls.ts';
import { checkFormCall } from './contract/validation.ts';
import { exportList } from './export/export.ts';
import { downloadAttachment, uploadAttachments } from './files/attached.ts';
import { SHEET_HANDLERS } from './import/calls.ts';
import { figuresHandler } from './list/figures.ts';
import { listHandler, positionsHandler, totalsHandler } from './list/list.ts';
import { matrixHandler } from './list/matrix.ts';
import { createServerReads } from './reads.ts';
import { problemsHandler, problemsSheetHandler } from './record/problems.ts';
import { averageRatesHandler } from './record/rates.ts';
import {
  removeHandler,
  restoreHandler,
  storeHandler,
  uniquenessHandler,
  updateHandler,
  withSubmissionLog,
} from './record/save.ts';
import {
  attachmentsHandler,
  childFormsHandler,
  createFormHandler,
  historyHandler,
  overviewHandler,
  reviewHandler,
  showHandler,
} from './record/show.ts';
import { changeAllStatusHandler, changeStatusHandler } from './record/status.ts';
import { resolveKeys } from './resolvers/answer.ts';

type Handler = (call: ApiCall, id: string, field?: string) => Promise<unknown> | unknown;

/** By the names of `form-calls.json`. */
const HANDLERS: Record<string, Handler> = {
  'GET /': listHandler,
  'GET /create': createFormHandler,
  'GET /validation': uniquenessHandler,
  'GET /export': exportList,
  'GET /figures': figuresHandler,
  'GET /matrix': matrixHandler,
  'GET /positions': positionsHandler,
  'GET /totals': totalsHandler,
  'GET /download/{id}': downloadAttachment,
  'GET /download/{id}/{field}': downloadAttachment,
  'POST /upload/{id}': uploadAttachments,
  'POST /upload-attachment/{id}': uploadAttachments,
  'GET /{id}': showHandler,
  'GET /{id}/forms': childFormsHandler,
  'GET /{id}/overview': overviewHandler,
  'GET /{id}/rates': averageRatesHandler,
  'GET /{id}/problems': (call, id) =>
    call.query.download && call.query.download !== '0' ? problemsSheetHandler(call, id) : problemsHandler(call, id),
  'GET /{id}/history': historyHandler,
  'GET /{id}/attachments': attachmentsHandler,
  'GET /{id}/review': reviewHandler,
  'POST /': withSubmissionLog(storeHandler),
  'POST /store': withSubmissionLog(storeHandler),
  'POST /change-record-status': changeStatusHandler,
  'POST /change-record-status/all': changeAllStatusHandler,
  'POST /{id}': withSubmissionLog(updateHandler),
  'PUT /{id}': withSubmissionLog(updateHandler),
  'DELETE /{id}': removeHandler,
  'POST /{id}/restore': restoreHandler,
};

/** Calls over all records of a form, refused to people who see none of them anywhere. */
const OVER_ALL = new Set(['GET /', 'GET /figures', 'GET /matrix', 'GET /positions', 'GET /totals']);

/** Bases of the current definitions. Computed again when the definitions change. */
export class FormBases {
  #index: BaseIndex = new Map();
  #forms: unknown[] = [];

  match({ registry }: Pick<Services, 'registry'>, segments: string[]): BaseMatch | undefined {
    const forms = registry.forms();
    if (forms.length !== this.#forms.length || forms.some((form, index) => form !== this.#forms[index])) {
      this.#index = indexBases(forms);
      this.#forms = forms;
    }
    return matchBase(this.#index, segments);
  }
}

/** The method as the calls name it. */
const verbOf = (method: string): string => (method === 'PATCH' ? 'PUT' : method === 'HEAD' ? 'GET' : method);

/** Returns the pattern of a path below a base. There are few patterns, whatever is requested. */
export function formRoutePattern(method: string, { form, rest }: BaseMatch): string {
  const documented = verbOf(method) === 'GET' ? documentedPath(form, rest) : undefined;
  return documented ? `/${documented}` : (formCallOf(verbOf(method), rest)?.pattern ?? '/*');
}

/** Returns the handler of a path below a base. `_method` in a POST body replaces the method. Throws route_not_found. */
export function formHandlerOf(
  { form, rest }: BaseMatch,
  method: string,
  body: Record<string, unknown>,
): (call: ApiCall) => Promise<unknown> | unknown {
  const verb = verbOf(method === 'POST' && typeof body._method === 'string' ? body._method.toUpperCase() : method);
  const documented = verb === 'GET' ? documentedCall(form, rest) : undefined;
  if (documented) return documented;
  const { name = '', params = {} } = formCallOf(verb, rest) ?? {};
  const handler = getOwn(HANDLERS, name);
  // A POST to store with `_method` PUT has the record's id in its body.
  const isStore = method === 'POST' && verb === 'PUT' && (rest.length === 0 || rest.join('/') === 'store');
  if (isStore) return (call) => withSubmissionLog(storeHandler)(call, '');
  if (!handler) throw new Failure('route_not_found');
  const id = params.id === undefined ? '' : parseRecordId(params.id);
  if (id === undefined) throw new Failure('record_not_found');
  return (call) => {
    if (OVER_ALL.has(name)) mustSeeSomeRecords(form, call.actor, call.services.registry);
    return handler({ ...call, validationError: checkFormCall(name, call) }, id, params.field);
  };
}

/**
 * Returns the handler of a call about a sheet, which reads the body itself; undefined for other calls. Only forms with an import have a
 * template and take new records; every form takes back what was exported from it.
 */
export function sheetHandlerOf(form: CompiledForm, call: string): Answer | undefined {
  const { kind, import: declared } = form.definition;
  return kind === 'log' || (call.startsWith('GET') && !declared) ? undefined : getOwn(SHEET_HANDLERS, call);
}

export interface BaseMatch {
  form: CompiledForm;
  base: string;
  /** Path segments after the base. */
  rest: string[];
}

export type BaseIndex = ReadonlyMap<string, CompiledForm>;

/** Indexes every base of every form. Expects the newest version of each form. */
function indexBases(forms: Iterable<CompiledForm>): BaseIndex {
  const index = new Map<string, CompiledForm>();
  for (const form of forms) {
    const { base, also = [] } = form.definition.api;
    for (const name of [base, ...also]) index.set(name.replace(/^\/+|\/+$/g, ''), form);
  }
  return index;
}

/** Finds the longest base at the start of the path, comparing whole segments. */
function matchBase(index: BaseIndex, segments: string[]): BaseMatch | undefined {
  for (let length = Math.min(segments.length, 4); length > 0; length--) {
    const base = segments.slice(0, length).join('/');
    const form = index.get(base);
    if (form) return { form, base, rest: segments.slice(length) };
  }
  return undefined;
}

type Documented = NonNullable<CompiledForm['definition']['api']['calls']>[string];
type Answer = (call: ApiCall) => Promise<unknown>;

/** Returns the path that the form documents; undefined if it documents no such one. */
function documentedPath(form: CompiledForm, rest: readonly string[]): string | undefined {
  return Object.keys(form.definition.api.calls ?? {}).find((path) => matchPathParams(path.split('/'), rest));
}

/** Returns the handler of a path below a base; undefined if the form documents no such call. */
function documentedCall(form: CompiledForm, rest: readonly string[]): Answer | undefined {
  const path = documentedPath(form, rest);
  const documented = path === undefined ? undefined : getOwn(form.definition.api.calls ?? {}, path);
  const given = matchPathParams(path?.split('/') ?? [], rest);
  return documented && ((call) => answer(documented, { ...call, query: { ...call.query, ...given } }));
}

/** Throws record_not_found if the other form's record does not exist or the user may not see it. */
async function answer({ of, keys }: Documented, call: ApiCall): Promise<unknown> {
  if (of === undefined) return resolveKeys(keys, call, {});
  const form = call.services.registry.form(of);
  const id = parseRecordId(call.query.id);
  if (!form || !id) throw new Failure('record_not_found');
  const view = await call.services.records.get(form, id, call.actor);
  const { form: captured, refs, record } = await recordView(createServerReads(call), view);
  const found = await resolveKeys(keys, { ...call, form: captured }, { view, rendered: record, refs });
  return Object.fromEntries(
    Object.entries(found).map(([key, value]) => [key, Array.isArray(value) ? value.map(asItem) : (value ?? [])]),
  );
}

/** Table rows have no id. Their name serves as id, because it is what other records store. */
function asItem(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || 'id' in row) return row;
  const { name } = row as { name?: unknown };
  return typeof name === 'string' ? { id: name, ...row } : row;
}
