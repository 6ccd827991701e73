/** Records of one form_type that belong to the record: `children:baseline`, newest first, the first page. */
import { childPage } from '../children.ts';
import type { Source } from './answer.ts';

export const children: Source = async (type, call, { view, refs }) => {
  if (!view) return [];
  const { data, meta } = await childPage(call, view.record.id, type);
  Object.assign(refs ?? {}, meta.refs);
  return data;
};
