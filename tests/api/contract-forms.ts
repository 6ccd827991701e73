/** Calls of one form, with valid parameters and with refused ones. */
import type { CompiledForm, Workflow } from '../../src/core/definitions/types.ts';
import { sheetColumns } from '../../src/core/spreadsheet/columns.ts';
import { fileFields } from '../../src/server/api/files/attached.ts';
import { sheetColumnTitle } from '../../src/server/api/sheets/columnWords.ts';
import type { Asked, Contract } from '../support/contract.ts';
import type { Answerer } from '../support/everyForm.ts';
import { mediaOf, SAMPLES } from '../support/media.ts';
import type { TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';
import type { Person } from './permissions-cast.ts';

export interface Asking {
  server: TestServer;
  contract: Contract;
  answerer: Answerer;
  admin: Person;
  /** Token of a user who may do almost nothing. */
  nobody: string;
}

/** An id that belongs to nothing */
export const NOWHERE = '01900000-0000-7000-8000-000000000000';

type More = Omit<Asked, 'call'>;
type Ask = (call: string, more?: More) => Promise<{ status: number; body: Json }>;

let seed = 1;

export async function askForm(asking: Asking, form: CompiledForm, withRefusals: boolean): Promise<void> {
  const { contract, server } = asking;
  const { api } = form.definition;
  const all = contract.calls();
  for (const base of [api.base, ...(api.also ?? [])]) {
    const calls = new Set(
      all
        .filter((call) => new RegExp(`^\\w+ /${base}(/|$)`).test(call))
        .map((call) => call.replace(`/${base}`, '').replace(/ $/, ' /')),
    );
    const ask: Ask = (call, more) => {
      const [method = '', rest = ''] = call.split(' ');
      return contract.ask({
        call: `${method} /${base}${rest === '/' ? '' : rest}`,
        token: server.tokens.admin,
        ...more,
      });
    };
    const id = await succeed(asking, form, calls, ask);
    if (withRefusals && calls.has('POST /upload')) await corrections(await stored(ask, form, { id }), ask);
    if (withRefusals && base === api.base) await fail(asking, calls, ask, id);
    await finish(server.services.registry.workflow(form), calls, ask, id);
  }
}

/** Sends the calls that succeed. Returns the id of the new record. */
async function succeed({ answerer, admin }: Asking, form: CompiledForm, calls: Set<string>, ask: Ask): Promise<string> {
  const { api, parent } = form.definition;
  const valid = () => answerer.answers(form, admin, seed++);
  if (!calls.has('POST /store')) return logged(ask);
  await ask('POST /', { body: await valid() });
  const { body: made } = await ask('POST /store', { body: await valid() });
  const params = { id: String(made.id) };
  for (const method of ['PUT', 'POST']) {
    const { version, data } = await stored(ask, form, params);
    await ask(`${method} /{id}`, { params, body: { ...data, version } });
  }
  const parentId = parent && answerer.records(parent.forms[0] as string)[0]?.id;
  await ask('GET /', { query: { fields: 'all', counts: '1' } });
  await ask('GET /create', { query: params });
  await ask('GET /create', { query: parent?.param && parentId ? { [parent.param]: parentId } : {} });
  await ask('GET /validation', { query: { fieldName: [...form.byProperty.keys()][0] as string, value: 'x' } });
  await ask('GET /export', { query: { format: 'csv' } });
  await ask('GET /{id}', { params });
  await ask('GET /{id}', { params, query: { edit: '1' } });
  for (const call of [
    'GET /{id}/history',
    'GET /{id}/attachments',
    'GET /{id}/review',
    'GET /{id}/overview',
    'GET /{id}/rates',
    'GET /{id}/problems',
    'GET /figures',
    'GET /matrix',
    'GET /totals',
  ])
    if (calls.has(call)) await ask(call, { params });
  if (calls.has('GET /positions')) await ask('GET /positions', { query: { province: params.id } });
  for (const type of Object.keys(api.formTypes ?? {}))
    await ask('GET /{id}/forms', { params, query: { form_type: type } });
  for (const path of Object.keys(api.calls ?? {})) {
    const call = `GET /${path.replace(/:([A-Za-z0-9-]+)/g, '{$1}')}`;
    const of = api.calls?.[path]?.of;
    const asked = of === undefined ? params.id : answerer.records(of)[0]?.id;
    await ask(call, {
      params: {
        ...Object.fromEntries([...call.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => [name, asked ?? params.id])),
      },
    });
  }
  if (calls.has('GET /download/{id}')) await files(form, ask, params);
  if (calls.has('GET /upload/template')) await sheet(form, ask, await valid());
  return params.id;
}

/** A log can only be read. */
async function logged(ask: Ask): Promise<string> {
  const { body } = await ask('GET /', { query: { fields: 'all' } });
  const params = { id: body.data[0].id };
  await ask('GET /export', { query: { format: 'csv' } });
  for (const call of ['GET /{id}', 'GET /{id}/history', 'GET /{id}/attachments', 'GET /{id}/review'])
    await ask(call, { params });
  return params.id;
}

async function stored(ask: Ask, form: CompiledForm, params: Record<string, string>): Promise<Json> {
  const { body } = await ask('GET /{id}', { params });
  return (form.definition.api.record ?? 'data').split('.').reduce((at, key) => at?.[key], body);
}

async function files(form: CompiledForm, ask: Ask, params: Record<string, string>): Promise<void> {
  const own = fileFields(form).find((node) => !node.columns);
  const body = () => {
    const parts = new FormData();
    if (own) parts.append('file', new Blob([new Uint8Array(SAMPLES[mediaOf(own)])]), 'sample');
    return parts;
  };
  for (const name of own ? ['upload', 'upload-attachment'] : [])
    await ask(`POST /${name}/{id}`, { params, body: body() });
  await ask('GET /download/{id}', { params });
  for (const { name } of fileFields(form))
    await ask('GET /download/{id}/{field}', { params: { ...params, field: name } });
}

async function sheet(form: CompiledForm, ask: Ask, data: Json): Promise<void> {
  await ask('GET /upload/template');
  const columns = sheetColumns(form);
  const lines = [
    columns.map((column) => sheetColumnTitle(form, column, 'en')),
    columns.map(({ property }) => String(data[property] ?? '')),
  ];
  const body = () => {
    const parts = new FormData();
    const text = lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
    parts.append('file', new Blob([text], { type: 'text/csv' }), 'rows.csv');
    return parts;
  };
  await ask('POST /upload/preview', { body: body() });
  await ask('POST /upload', { body: body() });
  await ask('POST /upload', { body: body() });
}

/** True for the calls that take an export back. All forms share their code, and reading a file takes a thread of its own. */
export function takesExports(call: string): boolean {
  return /^POST .*\/upload(\/preview)?$/.test(call);
}

/** Sends back what an export says of the record, in which nothing is changed. */
async function corrections({ id, version }: Json, ask: Ask): Promise<void> {
  for (const call of ['POST /upload/preview', 'POST /upload']) {
    const parts = new FormData();
    parts.append('file', new Blob([`id,version\n${id},${version}`]), 'export.csv');
    await ask(call, { body: parts });
  }
}

/** Sends every call in ways that fail: without the right, for missing records, with unreadable input. */
async function fail({ nobody }: Asking, calls: Set<string>, ask: Ask, id: string): Promise<void> {
  for (const call of calls) {
    const writes = /^(POST|PUT)/.test(call);
    const isUpload = call.includes('upload');
    const body = writes ? (isUpload ? new FormData() : {}) : undefined;
    const params = { id, field: 'nothing' };
    await ask(call, { params, body, token: undefined });
    await ask(call, { params, body, token: nobody });
    await ask(call, {
      params: { ...params, id: NOWHERE },
      body,
      query: { filters: 'nonsense', parent_id: NOWHERE, fieldName: 'nothing' },
    });
    if (call === 'PUT /{id}' || call === 'POST /{id}') await ask(call, { params, body: { version: 1 } });
    if (call === 'DELETE /{id}') await ask(call, { params, query: { version: '1' } });
  }
  if (calls.has('POST /change-record-status'))
    for (const record_id of [NOWHERE, id])
      await ask('POST /change-record-status', { body: { record_id, action: 'verify', version: 1 } });
}

/** Sends the calls that change the record for others. They come last. */
async function finish(workflow: Workflow, calls: Set<string>, ask: Ask, id: string): Promise<void> {
  if (!calls.has('DELETE /{id}')) return;
  const actions = [...new Set(workflow.transitions.map(({ action }) => action))];
  if (calls.has('POST /change-record-status')) {
    for (const action of actions)
      await ask('POST /change-record-status', { body: { record_id: id, action, comment: 'Seen' } });
    const [action] = actions;
    await ask('POST /change-record-status', { body: { record_id: [id, NOWHERE], action, comment: 'Seen' } });
  }
  const bulk = workflow.transitions.find((step) => step.bulk)?.action;
  const filters = [{ field: 'id', op: 'eq', value: id }];
  if (bulk) await ask('POST /change-record-status/all', { body: { action: bulk, comment: 'Seen', filters } });
  await ask('DELETE /{id}', { params: { id } });
  await ask('POST /{id}/restore', { params: { id } });
  await ask('GET /', { query: { deleted: '1' } });
}
