/** Path of the page that proves the record to anybody; null while there is no record, or the form proves none. */
import { publicToken } from '../publicToken.ts';
import type { Source } from './answer.ts';

export const publicPath: Source = async (_argument, { rooms, form }, { view }) => {
  const page = form.definition.api.public?.page;
  if (!page || !view) return null;
  return page.replace(':token', await publicToken(rooms, view.record.id));
};
