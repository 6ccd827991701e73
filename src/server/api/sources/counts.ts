/** How many records of each form_type belong to the record. */
import type { Source } from './answer.ts';

export const counts: Source = (_argument, { rooms, form, actor }, { view }) =>
  view ? rooms.records.counts(form, view.record.id, actor) : {};
