/** Districts with few sites are counted together, since a number about a district with one school is about that school. */
import { type Cell, keyOf } from './publish.ts';

/** Stands for all districts of a province that are not told apart. No place has it as its id. */
export const OTHER_DISTRICTS = 'other';

export interface DistrictSites {
  district: string;
  province: string;
  sites: number;
}

/**
 * Returns the districts that are told apart. One that was stays so. Another one becomes so with enough sites, but only while
 * nothing was published of the other districts of its province: what they lose from one day to the next would be its count.
 */
export function districtsApart(
  districts: readonly DistrictSites[],
  before: ReadonlySet<string>,
  { leastSites, published }: { leastSites: number; published: ReadonlySet<string> },
): Set<string> {
  const found = districts.filter(
    ({ district, province, sites }) => district !== '' && sites >= leastSites && !published.has(province),
  );
  return new Set([...before, ...found.map(({ district }) => district)]);
}

/** Returns the counts with the districts that are not told apart as one. `at` is the position of the district. */
export function withOtherDistricts(counted: readonly Cell[], at: number, apart: ReadonlySet<string>): Cell[] {
  const cells = new Map<string, { at: (string | null)[]; count: number }>();
  for (const cell of counted) {
    const district = cell.at[at];
    const isOther = district !== undefined && district !== null && district !== '' && !apart.has(district);
    const key = cell.at.map((value, index) => (isOther && index === at ? OTHER_DISTRICTS : value));
    const found = cells.get(keyOf(key)) ?? { at: key, count: 0 };
    found.count += cell.count;
    cells.set(keyOf(key), found);
  }
  return [...cells.values()];
}

/** Returns the provinces of whose other districts something was published. */
export function provincesWithOthers(dimensions: readonly string[], cells: readonly Cell[]): string[] {
  const [district, province] = [dimensions.indexOf('district'), dimensions.indexOf('province')];
  return cells.flatMap(({ at, count }) => (count > 0 && at[district] === OTHER_DISTRICTS ? (at[province] ?? []) : []));
}
