/** Items of a master table: `choices:department`. Items that are no longer valid stay away from selects. */
import { kabulDay } from '../../../core/text/dates.ts';
import type { Call } from '../call.ts';
import { type Named, namedRow } from '../names.ts';
import type { Source } from './answer.ts';

export const choices: Source = (list, call): Named[] => choiceItems(list, call);

export function choiceItems(list: string, { rooms, language }: Pick<Call, 'rooms' | 'language'>, all = false): Named[] {
  const today = kabulDay(rooms.now());
  return rooms.library
    .choices(list)
    .filter(
      (item) => all || ((!item.valid_from || item.valid_from <= today) && (!item.valid_to || item.valid_to >= today)),
    )
    .map(({ list: _list, extra, ...item }) => namedRow({ ...extra, ...item }, language));
}
