/** Path of the page that proves the record to anybody; null while there is no record, or the form proves none. */
import { publicToken } from '../public/publicToken.ts';
import type { Resolver } from './resolver.ts';

export const publicPath: Resolver = async (_argument, { services, form }, { view }) => {
  const page = form.definition.api.public?.page;
  if (!page || !view) return null;
  return page.replace(':token', await publicToken(services, view.record.id));
};
