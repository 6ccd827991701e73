/** Which items of open choice lists new answers may name. */
import type { ChoiceItem } from './registry.ts';

/** Returns true if the item is not retired, not in the future and not merged. */
export function mayBeChosen({ valid_from, valid_to, merged_into }: ChoiceItem, today: string): boolean {
  return !merged_into && (!valid_from || valid_from <= today) && (!valid_to || valid_to >= today);
}
