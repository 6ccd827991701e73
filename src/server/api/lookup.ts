/** `GET {base}/{lookup}/{id}`: what a definition lends from another form's record, such as the rows of one of its tables. */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/catalogue.ts';
import type { Call } from './call.ts';
import { asId } from './envelope.ts';
import { renderView } from './show.ts';
import { answerSources } from './sources/answer.ts';

type Lookup = NonNullable<CompiledForm['definition']['api']['lookups']>[string];

/** The lookup a path behind the base names; undefined for every other path. */
export function lookupOf(form: CompiledForm, method: string, rest: string[]): Lookup | undefined {
  const [name = '', ...behind] = rest;
  const { lookups } = form.definition.api;
  const readsOne = (method === 'GET' || method === 'HEAD') && behind.length === 1;
  return readsOne && lookups && Object.hasOwn(lookups, name) ? lookups[name] : undefined;
}

/** Throws record_not_found when the record is not there or not for this person. */
export async function lookup(call: Call, { form: name, source }: Lookup): Promise<{ data: unknown }> {
  const form = call.rooms.library.form(name);
  const id = asId(call.request.url.split('?')[0]?.replace(/\/+$/, '').split('/').pop());
  if (!form || !id) throw new Failure('record_not_found');
  const view = await call.rooms.records.get(form, id, call.actor);
  const { form: captured, refs, record } = await renderView({ ...call, form }, view);
  const { data } = await answerSources({ data: source }, { ...call, form: captured }, { view, rendered: record, refs });
  return { data: Array.isArray(data) ? data.map(asItem) : (data ?? []) };
}

/** Rows of a table have no id of their own: their name is what other records keep of them. */
function asItem(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || 'id' in row) return row;
  const { name } = row as { name?: unknown };
  return typeof name === 'string' ? { id: name, ...row } : row;
}
