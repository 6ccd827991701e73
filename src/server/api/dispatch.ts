/**
 * The generic API. The base of a path names the form; the rest and the method name the handler. Both are looked up for each
 * request, so a newly published form works at once.
 */

import type { CompiledForm } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import { getOwn } from '../../core/getOwn.ts';
import { mustSeeSome } from '../../core/records/permission.ts';
import { asId } from '../../core/saving/envelope.ts';
import type { Services } from '../http/services.ts';
import { type BaseIndex, type BaseMatch, indexBases, matchBase } from './bases.ts';
import type { Call } from './call.ts';
import { documentedCall } from './documented.ts';
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

/** Refuses calls over all records of a form to people who see none of them anywhere. */
function overSome(handler: Handler): Handler {
  return (call, id) => {
    mustSeeSome(call.form, call.actor, call.services.registry);
    return handler(call, id);
  };
}

/** Keys are `method /rest`. `:id` stands for a record, `:field` for one of its fields. */
const HANDLERS: Record<string, Handler> = {
  'GET /': overSome(list),
  'GET /create': create,
  'GET /validation': validation,
  'GET /export': exportList,
  'GET /figures': overSome(figures),
  'GET /matrix': overSome(matrix),
  'GET /positions': overSome(positions),
  'GET /totals': overSome(totals),
  'GET /download/:id': download,
  'GET /download/:id/:field': download,
  'POST /upload/:id': upload,
  'POST /upload-attachment/:id': upload,
  'GET /:id': show,
  'GET /:id/forms': forms,
  'GET /:id/overview': overview,
  'GET /:id/rates': rates,
  'GET /:id/problems': (call, id) =>
    call.query.download && call.query.download !== '0' ? problemsSheet(call, id) : problems(call, id),
  'GET /:id/history': history,
  'GET /:id/attachments': attachments,
  'GET /:id/review': review,
  'POST /': logged(store),
  'POST /store': logged(store),
  'POST /change-record-status': changeStatus,
  'POST /change-record-status/all': changeStatusOfAll,
  'POST /:id': logged(update),
  'PUT /:id': logged(update),
  'DELETE /:id': remove,
  'POST /:id/restore': restore,
};

/** `method /rest` of every call below a base. */
export const CALLS: readonly string[] = Object.keys(HANDLERS);

/** The fixed words in those paths and in spreadsheet paths. Every other part of a path is an id or a name. */
const WORDS = new Set([...CALLS.join('/').split(/[ /]/), 'template', 'preview']);

/** Returns the pattern of a path below a base. There are few patterns, whatever ids are requested. */
export function patternBelow(form: CompiledForm, base: string, rest: readonly string[]): string {
  const declared = new Set(Object.keys(form.definition.api.calls ?? {}).flatMap((path) => path.split('/')));
  const parts = rest.map((part) => (WORDS.has(part) || declared.has(part) ? part : ':id'));
  return ['/api', base, ...parts].join('/');
}

/** Words that come before the id. */
const LEADING = new Set(['download', 'upload', 'upload-attachment']);
const FIXED = new Set([
  'create',
  'validation',
  'export',
  'figures',
  'matrix',
  'positions',
  'totals',
  'store',
  'change-record-status',
]);

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

/** Returns the handler of a path below a base. `_method` in a POST body replaces the method. Throws route_not_found. */
export function handlerOf(
  form: CompiledForm,
  method: string,
  rest: string[],
  body: Record<string, unknown>,
): (call: Call) => Promise<unknown> | unknown {
  const asked = method === 'POST' && typeof body._method === 'string' ? body._method.toUpperCase() : method;
  const verb = asked === 'PATCH' ? 'PUT' : asked === 'HEAD' ? 'GET' : asked;
  const documented = verb === 'GET' ? documentedCall(form, rest) : undefined;
  if (documented) return documented;
  const { isFixed, pattern, id: given = '', field } = patternOf(rest);
  const key = `${verb} ${pattern}`;
  const handler = getOwn(HANDLERS, key);
  if (!handler) {
    // A POST to store with `_method` PUT has the record's id in its body.
    if (method === 'POST' && verb === 'PUT' && (pattern === '/' || pattern === '/store'))
      return (call) => logged(store)(call, '');
    throw new Failure('route_not_found');
  }
  if (isFixed) return (call) => handler(call, '');
  const id = asId(given);
  if (!id) throw new Failure('record_not_found');
  return (call) => handler(call, id, field);
}

/** Names the call that a method and a path below a base make, as `METHOD {base}/path` (`takingIn.ts`). */
export function callBelow(method: string, { rest }: BaseMatch): string {
  return `${method} {base}${patternOf(rest).pattern}`;
}

function patternOf(rest: string[]): {
  isFixed: boolean;
  pattern: string;
  id?: string | undefined;
  field?: string | undefined;
} {
  const [first = '', ...behind] = rest;
  if (rest.length === 0 || FIXED.has(first)) return { isFixed: true, pattern: `/${rest.join('/')}` };
  if (!LEADING.has(first)) return { isFixed: false, pattern: ['', ':id', ...behind].join('/'), id: first };
  const [id, field, ...more] = behind;
  const parts = [id === undefined ? undefined : ':id', field === undefined ? undefined : ':field', ...more];
  const pattern = ['', first, ...parts.filter((part) => part !== undefined)].join('/');
  return { isFixed: false, pattern, id, field };
}
