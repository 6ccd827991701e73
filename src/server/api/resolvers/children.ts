/** Records of one form_type that belong to the record: `children:baseline`, newest first, the first page. */
import { childPage } from '../record/childPage.ts';
import type { Resolver } from './resolver.ts';

export const children: Resolver = async (type, call, { view, refs }) => {
  if (!view) return [];
  const { data, meta } = await childPage(call, view.record.id, type);
  Object.assign(refs ?? {}, meta.refs);
  return data;
};
