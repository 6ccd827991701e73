/** The record's children of one form_type, newest first, first page: `children:baseline`. */
import { childPage } from '../childPage.ts';
import type { Resolver } from './resolver.ts';

export const children: Resolver = async (type, call, { view, refs }) => {
  if (!view) return [];
  const { data, meta } = await childPage(call, view.record.id, type);
  Object.assign(refs ?? {}, meta.refs);
  return data;
};
