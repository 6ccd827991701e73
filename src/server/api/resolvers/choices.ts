/** Items of a master table: `choices:department`. Items that are no longer valid stay away from selects. */
import { kabulDay } from '../../../core/text/dates.ts';
import type { Choice } from '../../reference/choices.ts';
import type { Call } from '../call.ts';
import { type Named, namedRow } from '../names.ts';
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

/** Neither retired, nor of the future, nor a double of another entry. */
export function mayBeChosen({ valid_from, valid_to, merged_into }: Choice, today: string): boolean {
  return merged_into === null && (!valid_from || valid_from <= today) && (!valid_to || valid_to >= today);
}
