/** `GET {base}/{id}/forms?form_type`: the records that belong to a site, by the names the definition gives them. */
import { Failure } from '../../core/errors/catalogue.ts';
import type { Filter } from '../records/types.ts';
import type { Call } from './call.ts';
import { answerPage, type ListAnswer } from './list.ts';
import { listQuery } from './paging.ts';

export async function forms(call: Call, id: string): Promise<ListAnswer> {
  await call.rooms.records.get(call.form, id, call.actor);
  return childPage(call, id, typeof call.query.form_type === 'string' ? call.query.form_type : '');
}

/** One page of children; throws bad_filter for a form_type the definition does not name. */
export async function childPage(call: Call, id: string, type: string, firstPage?: 1): Promise<ListAnswer> {
  const types = call.form.definition.api.formTypes ?? {};
  const named = Object.hasOwn(types, type) ? types[type] : undefined;
  const form = named && call.rooms.library.form(named.form);
  if (!named || !form) throw new Failure('bad_filter', { params: { field: 'form_type' } });
  const where: Filter[] = Object.entries(named.where ?? {}).map(([field, value]) => ({ field, op: 'eq', value }));
  const asked = firstPage ? listQuery({ ...call, query: {} }, form) : listQuery(call, form);
  const page = await call.rooms.records.list(
    { ...asked, filters: [...asked.filters, ...where], parent_id: id },
    call.actor,
  );
  return answerPage(call, form, page);
}
