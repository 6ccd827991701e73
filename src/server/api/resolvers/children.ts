/** The record's children of one form_type, newest first, first page: `children:baseline`. */
import { childrenView } from '../../../core/views/list/page.ts';
import { readsOf } from '../reads.ts';
import type { Resolver } from './resolver.ts';

export const children: Resolver = async (type, call, { view, refs }) => {
  if (!view) return [];
  const { data, meta } = await childrenView(readsOf(call), { form: call.form, id: view.record.id }, type);
  Object.assign(refs ?? {}, meta.refs);
  return data;
};
