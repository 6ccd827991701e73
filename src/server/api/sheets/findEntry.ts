/** Finds the option, list item, place or currency of a written name: in any language, other name, code or id. */
import { closedOptionsOf, holdsPlaces } from '../../../core/form/types/question.ts';
import { isItemValidOn } from '../../../core/records/registry.ts';
import type { SheetColumn } from '../../../core/spreadsheet/columns.ts';
import type { CellContext } from '../../../core/spreadsheet/readCell.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { inThreeLanguages, LANGUAGES, type Language } from '../../../core/text/languages.ts';
import { foldText } from '../../../core/text/letters.ts';
import { isPlaceOffered } from '../../../core/views/list/places.ts';
import type { Services } from '../../http/services.ts';

export interface ColumnEntry {
  id: string;
  name: Record<Language, string>;
  /** Other names and codes. */
  also: string[];
  /** The parent of a place. */
  above?: string | null;
}

/** Returns a column's entries in order, none retired or merged. Empty for free text and records (`recordEntries`). */
export function columnEntries(
  { registry, now }: Pick<Services, 'registry' | 'now'>,
  { node, part, property }: SheetColumn,
): ColumnEntry[] {
  const today = kabulDay(now());
  const options = closedOptionsOf(node, registry.common().constants, property);
  if (options)
    return options.map(({ value, label }) => ({
      id: value,
      name: inThreeLanguages(label),
      also: Object.values(label),
    }));
  if (holdsPlaces(node) || node.def.places) {
    const level = node.def.places ?? (part === 'value' ? 'province' : part);
    return [...registry.places().values()]
      .filter((place) => place.level === level && isPlaceOffered(place))
      .map((place) => ({
        id: place.id,
        name: namesOf(place),
        also: [...place.aliases, ...(place.pcode ? [place.pcode] : [])],
        above: place.parent_id,
      }));
  }
  if (!node.def.choices) return [];
  return registry
    .choices(node.def.choices)
    .filter((item) => isItemValidOn(item, today))
    .map((item) => ({ id: item.id, name: namesOf(item), also: [...item.aliases, item.code] }));
}

/** `named` has the entries of columns that name records, by property name. */
export function entryFinder(
  services: Pick<Services, 'registry' | 'now'>,
  named: ReadonlyMap<string, readonly ColumnEntry[]>,
): CellContext['find'] {
  const known = new Map<string, Map<string, ColumnEntry[]>>();
  return (column, folded, above) => {
    let byName = known.get(column.property);
    if (!byName) {
      byName = new Map();
      for (const entry of named.get(column.property) ?? columnEntries(services, column)) {
        const names = [entry.id, ...LANGUAGES.map((language) => entry.name[language]), ...entry.also];
        for (const name of new Set(names.map(foldText))) byName.set(name, [...(byName.get(name) ?? []), entry]);
      }
      known.set(column.property, byName);
    }
    const found = byName.get(folded) ?? [];
    const within = above === undefined ? found : found.filter((entry) => entry.above === above);
    return within.map(({ id }) => id);
  };
}

function namesOf({
  name_en,
  name_fa,
  name_ps,
}: {
  name_en: string;
  name_fa: string;
  name_ps: string;
}): ColumnEntry['name'] {
  return { en: name_en, fa: name_fa, ps: name_ps };
}
