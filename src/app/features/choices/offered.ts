/** Whether forms offer an entry today. */
import { kabulDay } from '../../../core/text/dates.ts';
import type { Entry } from './api.ts';

export function isOffered({ merged_into, valid_from, valid_to }: Entry): boolean {
  const today = kabulDay(new Date());
  return merged_into === null && (!valid_from || valid_from <= today) && (!valid_to || valid_to >= today);
}
