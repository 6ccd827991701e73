/** Items of a choice list: `choices:department`. Items that are not valid today are left out of selects. */

import { type Named, namedRow } from '../../../core/api/names.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import type { Choice } from '../../reference/choices.ts';
import type { Call } from '../call.ts';
import type { Resolver } from './resolver.ts';

export const choices: Resolver = (list, call): Named[] => choiceItems(list, call);

export function choiceItems(
  list: string,
  { services, language }: Pick<Call, 'services' | 'language'>,
  all = false,
): Named[] {
  const today = kabulDay(services.now());
  return services.registry
    .choices(list)
    .filter((item) => all || mayBeChosen(item, today))
    .map(({ list: _list, extra, ...item }) => namedRow({ ...extra, ...item }, language));
}

/** Returns true if the item is not retired, not in the future and not merged. */
export function mayBeChosen({ valid_from, valid_to, merged_into }: Choice, today: string): boolean {
  return merged_into === null && (!valid_from || valid_from <= today) && (!valid_to || valid_to >= today);
}
