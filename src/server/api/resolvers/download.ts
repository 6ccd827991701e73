/** `download:<field>`: the address of the newest file of a field; null where there is none. */
import type { Resolver } from './resolver.ts';

export const download: Resolver = (field, { form }, { view }) => {
  const files = view?.record.data[field];
  return view && Array.isArray(files) && files.length > 0
    ? `/api/${form.definition.api.base}/download/${view.record.id}/${field}`
    : null;
};
