/** Reads the options of a question from an open list, which is in memory. */

import { namedItem } from '../../api/names.ts';
import type { FilterOption } from '../../form/offered.ts';
import { getOwn } from '../../json.ts';
import { memoizeByObject } from '../../memoize.ts';
import { type ChoiceItem, isItemValidOn } from '../../records/registry.ts';
import { toFilterOption } from '../../saving/references.ts';
import { kabulDay } from '../../text/dates.ts';
import { listPositionOf } from './cursor.ts';
import { matchingItems } from './itemWords.ts';
import {
  OPTION_BATCH,
  type OptionBatch,
  type OptionCandidate,
  type OptionContext,
  type OptionSearchRequest,
  type RequiredEqualities,
} from './question.ts';

export function* itemBatches(
  { registry, now, language }: OptionContext,
  list: string,
  { text, ids, after }: OptionSearchRequest,
  equal: RequiredEqualities,
): Generator<OptionBatch> {
  const candidate = ({ item, option }: Entry): OptionCandidate => ({
    item: { ...namedItem(item, language), code: item.code, detail: null },
    option,
  });
  const entries = entriesOf(registry.choices(list));
  const start = after ? listPositionOf(after) : 0;
  if (ids) return yield { found: entries.filter(({ item }) => ids.includes(item.id)).map(candidate), next: null };
  const today = kabulDay(now());
  const isEqual = ({ option }: Entry) => equal.every(([name, value]) => getOwn(option, name) === value);
  const found = matchingItems(equal.length > 0 ? entries.filter(isEqual) : entries, text);
  for (let from = start; from < found.length; from += OPTION_BATCH) {
    const next = from + OPTION_BATCH;
    yield {
      found: found
        .slice(from, next)
        .filter(({ item }) => isItemValidOn(item, today))
        .map(candidate),
      next: next < found.length ? { source: 0, at: String(next) } : null,
    };
  }
}

interface Entry {
  item: ChoiceItem;
  option: FilterOption & Record<string, unknown>;
  names?: string;
}

/** Returns the items as filters read them. Made again when the list changes. */
const entriesOf = memoizeByObject('options as filters read them', (items: readonly ChoiceItem[]): Entry[] =>
  items.map((item) => ({ item, option: { ...toFilterOption(item) } })),
);
