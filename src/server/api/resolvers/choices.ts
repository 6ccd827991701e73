/** Items of a choice list: `choices:department`. Items that are not valid today are left out of selects. */

import { type Named, namedRow } from '../../../core/api/names.ts';
import { mayBeChosen } from '../../../core/records/registry.ts';
import { kabulDay } from '../../../core/text/dates.ts';
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
