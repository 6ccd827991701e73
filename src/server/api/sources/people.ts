/** People of a person form, some roles only: `people:staff:focal_point,coordinator`. */
import type { Source } from './answer.ts';
import { recordItems } from './records.ts';

/** The field of person forms that holds the role. */
const ROLE = 'role';

export const people: Source = (argument, call) => {
  const [form = '', roles] = argument.split(':');
  const asked = roles?.split(',').filter(Boolean) ?? [];
  return recordItems(form, call, asked.length > 0 ? { [ROLE]: asked } : {});
};
