/** Records of one form_type that belong to the record: `children:baseline`, newest first, the first page. */
import { childPage } from '../children.ts';
import type { Source } from './answer.ts';

export const children: Source = async (type, call, { view }) =>
  view ? (await childPage(call, view.record.id, type, 1)).data : [];
