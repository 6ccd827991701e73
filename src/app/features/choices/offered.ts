/** Whether forms offer an entry today. */
import type { ChoiceItem } from '../../../core/generated/api.ts';
import { kabulDay } from '../../../core/text/dates.ts';

export function isOffered({ merged_into, valid_from, valid_to }: ChoiceItem): boolean {
  const today = kabulDay(new Date());
  return merged_into === null && (!valid_from || valid_from <= today) && (!valid_to || valid_to >= today);
}
