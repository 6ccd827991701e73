/** `GET {base}/{id}/forms?form_type`: the records that belong to a site, by the names the definition gives them. */
import { Failure } from '../../core/errors/catalogue.ts';
import { belongingTo } from '../records/belonging.ts';
import type { Call } from './call.ts';
import { answerPage, answerText, type ListAnswer, pageText } from './list.ts';
import { listQuery } from './paging.ts';

export async function forms(call: Call, id: string): Promise<unknown> {
  await call.rooms.records.get(call.form, id, call.actor);
  const type = typeof call.query.form_type === 'string' ? call.query.form_type : '';
  return answerText(call, async () => {
    const { form, page } = await readChildren(call, id, type, false);
    return pageText(call, form, page);
  });
}

/** The first page of children; throws bad_filter for a form_type the definition does not name. */
export async function childPage(call: Call, id: string, type: string): Promise<ListAnswer> {
  const { form, page } = await readChildren(call, id, type, true);
  return answerPage(call, form, page);
}

async function readChildren(call: Call, id: string, type: string, firstPage: boolean) {
  const types = call.form.definition.api.formTypes ?? {};
  const named = Object.hasOwn(types, type) ? types[type] : undefined;
  const form = named && call.rooms.library.form(named.form);
  if (!named || !form) throw new Failure('bad_filter', { params: { field: 'form_type' } });
  const asked = firstPage ? listQuery({ ...call, query: {} }, form) : listQuery(call, form);
  const { filters, ...below } = belongingTo(id, named);
  const page = await call.rooms.records.list(
    { ...asked, filters: [...asked.filters, ...filters], ...below },
    call.actor,
  );
  return { form, page };
}
