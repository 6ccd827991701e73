/** Districts with few sites are counted together, since a number about a district with one school is about that school. */
import { type PublicCell, sumCellsBy } from './publish.ts';

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
export function publishedDistricts(
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
export function withOtherDistricts(
  counted: readonly PublicCell[],
  at: number,
  apart: ReadonlySet<string>,
): PublicCell[] {
  const isOther = (district: string | null) => !!district && !apart.has(district);
  const cells = counted.map((cell) => ({
    ...cell,
    at: cell.at.map((value, index) => (index === at && isOther(value) ? OTHER_DISTRICTS : value)),
  }));
  return sumCellsBy(cells, [...(counted[0]?.at.keys() ?? [])]);
}

/** Returns the provinces of whose other districts something was published. */
export function provincesWithOtherDistricts(dimensions: readonly string[], cells: readonly PublicCell[]): string[] {
  const [district, province] = [dimensions.indexOf('district'), dimensions.indexOf('province')];
  return cells.flatMap(({ at, count }) => (count > 0 && at[district] === OTHER_DISTRICTS ? (at[province] ?? []) : []));
}
