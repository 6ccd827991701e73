/**
 * The generic API: a path's base names the form, what stands behind it and the method name the call. Looked up when a
 * request comes, so that a form published a moment ago answers.
 */
import { Failure } from '../../core/errors/catalogue.ts';
import type { BaseIndex } from './bases.ts';
import { indexBases, matchBase } from './bases.ts';
import type { Call } from './call.ts';
import { forms } from './children.ts';
import { asId } from './envelope.ts';
import { exportList } from './export.ts';
import { attachments, history } from './history.ts';
import { list } from './list.ts';
import { problems } from './problems.ts';
import { problemsSheet } from './problemsSheet.ts';
import { rates } from './rates.ts';
import { remove, restore, store, update, validation } from './save.ts';
import { create, show } from './show.ts';
import { changeStatus, changeStatusOfAll } from './status.ts';

type Handler = (call: Call, id: string) => Promise<unknown> | unknown;

/** `method /rest`; `:id` stands for one record. */
const HANDLERS: Record<string, Handler> = {
  'GET /': list,
  'GET /create': create,
  'GET /validation': validation,
  'GET /export': exportList,
  'GET /:id': show,
  'GET /:id/forms': forms,
  'GET /:id/rates': rates,
  'GET /:id/problems': (call, id) =>
    call.query.download && call.query.download !== '0' ? problemsSheet(call, id) : problems(call, id),
  'GET /:id/history': history,
  'GET /:id/attachments': attachments,
  'POST /': store,
  'POST /store': store,
  'POST /change-record-status': changeStatus,
  'POST /change-record-status/all': changeStatusOfAll,
  'POST /:id': update,
  'PUT /:id': update,
  'DELETE /:id': remove,
  'POST /:id/restore': restore,
};

const FIXED = new Set(['create', 'validation', 'export', 'store', 'change-record-status']);

/** Bases of the definitions at hand; worked out again when they change. */
export class Bases {
  #index: BaseIndex = new Map();
  #forms: unknown[] = [];

  match(call: Omit<Call, 'form' | 'base'>, segments: string[]) {
    const forms = call.rooms.library.forms();
    if (forms.length !== this.#forms.length || forms.some((form, index) => form !== this.#forms[index])) {
      this.#index = indexBases(forms);
      this.#forms = forms;
    }
    return matchBase(this.#index, segments);
  }
}

/** The handler of a path below a base; throws route_not_found. `_method` in the body stands for the methods forms lack. */
export function handlerOf(
  method: string,
  rest: string[],
  body: Record<string, unknown>,
): { handler: Handler; id: string } {
  const asked = method === 'POST' && typeof body._method === 'string' ? body._method.toUpperCase() : method;
  const verb = asked === 'PATCH' ? 'PUT' : asked === 'HEAD' ? 'GET' : asked;
  const [first = '', ...behind] = rest;
  const fixed = rest.length === 0 || FIXED.has(first);
  const pattern = fixed ? `/${rest.join('/')}` : ['', ':id', ...behind].join('/');
  const key = `${verb} ${pattern}`;
  const handler = Object.hasOwn(HANDLERS, key) ? HANDLERS[key] : undefined;
  if (!handler) {
    // A store whose body says PUT names its record in the body.
    if (method === 'POST' && verb === 'PUT' && (pattern === '/' || pattern === '/store'))
      return { handler: store, id: '' };
    throw new Failure('route_not_found');
  }
  if (fixed) return { handler, id: '' };
  const id = asId(first);
  if (!id) throw new Failure('record_not_found');
  return { handler, id };
}
