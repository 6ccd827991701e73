/**
 * The generic API. The base of a path names the form; the rest and the method name the handler. Both are looked up for each
 * request, so a newly published form works at once.
 */

import { Failure } from '../../core/errors/failure.ts';
import { getOwn } from '../../core/getOwn.ts';
import { mustSeeSome } from '../../core/records/permission.ts';
import { asId } from '../../core/saving/envelope.ts';
import type { Services } from '../http/services.ts';
import { type BaseIndex, type BaseMatch, indexBases, matchBase } from './bases.ts';
import type { Call } from './call.ts';
import { formCallOf } from './contract/calls.ts';
import { checkedQuery } from './contract/validation.ts';
import { documentedCall, documentedPath } from './documented.ts';
import { exportList } from './export/export.ts';
import { download, upload } from './files/attached.ts';
import { figures } from './list/figures.ts';
import { list } from './list/list.ts';
import { matrix } from './list/matrix.ts';
import { positions } from './list/positions.ts';
import { totals } from './list/totals.ts';
import { forms } from './record/children.ts';
import { attachments, history } from './record/history.ts';
import { logged } from './record/logged.ts';
import { overview } from './record/overview.ts';
import { problems } from './record/problems.ts';
import { problemsSheet } from './record/problemsSheet.ts';
import { rates } from './record/rates.ts';
import { review } from './record/review.ts';
import { remove, restore, store, update, validation } from './record/save.ts';
import { create, show } from './record/show.ts';
import { changeStatus, changeStatusOfAll } from './record/status.ts';

type Handler = (call: Call, id: string, field?: string) => Promise<unknown> | unknown;

/** By the names of `form-calls.json`. Calls about files that are sheets are in `sheetCallOf`. */
const HANDLERS: Record<string, Handler> = {
  'GET /': list,
  'GET /create': create,
  'GET /validation': validation,
  'GET /export': exportList,
  'GET /figures': figures,
  'GET /matrix': matrix,
  'GET /positions': positions,
  'GET /totals': totals,
  'GET /download/{id}': download,
  'GET /download/{id}/{field}': download,
  'POST /upload/{id}': upload,
  'POST /upload-attachment/{id}': upload,
  'GET /{id}': show,
  'GET /{id}/forms': forms,
  'GET /{id}/overview': overview,
  'GET /{id}/rates': rates,
  'GET /{id}/problems': (call, id) =>
    call.query.download && call.query.download !== '0' ? problemsSheet(call, id) : problems(call, id),
  'GET /{id}/history': history,
  'GET /{id}/attachments': attachments,
  'GET /{id}/review': review,
  'POST /': logged(store),
  'POST /store': logged(store),
  'POST /change-record-status': changeStatus,
  'POST /change-record-status/all': changeStatusOfAll,
  'POST /{id}': logged(update),
  'PUT /{id}': logged(update),
  'DELETE /{id}': remove,
  'POST /{id}/restore': restore,
};

/** Calls over all records of a form, refused to people who see none of them anywhere. */
const OVER_ALL = new Set(['GET /', 'GET /figures', 'GET /matrix', 'GET /positions', 'GET /totals']);

/** Bases of the current definitions. Computed again when the definitions change. */
export class Bases {
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
export function patternBelow(method: string, { form, rest }: BaseMatch): string {
  const documented = verbOf(method) === 'GET' ? documentedPath(form, rest) : undefined;
  return documented ? `/${documented}` : (formCallOf(verbOf(method), rest)?.pattern ?? '/*');
}

/** Returns the handler of a path below a base. `_method` in a POST body replaces the method. Throws route_not_found. */
export function handlerOf(
  { form, rest }: BaseMatch,
  method: string,
  body: Record<string, unknown>,
): (call: Call) => Promise<unknown> | unknown {
  const verb = verbOf(method === 'POST' && typeof body._method === 'string' ? body._method.toUpperCase() : method);
  const documented = verb === 'GET' ? documentedCall(form, rest) : undefined;
  if (documented) return documented;
  const { name = '', params = {} } = formCallOf(verb, rest) ?? {};
  const handler = getOwn(HANDLERS, name);
  // A POST to store with `_method` PUT has the record's id in its body.
  const isStore = method === 'POST' && verb === 'PUT' && (rest.length === 0 || rest.join('/') === 'store');
  if (isStore) return (call) => logged(store)(call, '');
  if (!handler) throw new Failure('route_not_found');
  const id = params.id === undefined ? '' : asId(params.id);
  if (id === undefined) throw new Failure('record_not_found');
  return (call) => {
    if (OVER_ALL.has(name)) mustSeeSome(form, call.actor, call.services.registry);
    return handler({ ...call, query: checkedQuery(name, call.query) }, id, params.field);
  };
}
