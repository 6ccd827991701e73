/** How many records of each form_type belong to the record. */
import type { Resolver } from './resolver.ts';

export const counts: Resolver = (_argument, { services, form, actor }, { view }) =>
  view ? services.records.counts(form, view.record.id, actor) : {};
