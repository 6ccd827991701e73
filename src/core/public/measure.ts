/** What is published of a measure: its cells, and the table of its own that it may have beside them. */
import type { Public } from '../definitions/types.ts';
import { withOtherDistricts } from './districts.ts';
import { type OwnTableRule, publishOwnTable } from './ownTable.ts';
import { type PublicCell, publishCells, sumCellsBy } from './publish.ts';

type Dimension = Public['measures'][number]['dimensions'][number];
type Measure = Pick<Public['measures'][number], 'id' | 'dimensions' | 'drop' | 'ownTable'>;

/** What a table of its own tells apart besides its dimension. */
const OWN_BY: readonly Dimension[] = ['programme', 'province'];

export interface PublicCounts {
  measure: string;
  dimensions: Dimension[];
  cells: PublicCell[];
}

interface Rule extends OwnTableRule {
  /** Districts that are told apart. */
  apart: ReadonlySet<string>;
}

/** Returns as what the table of its own of a measure is stored. */
export function ownTableOf(measure: string): string {
  return `${measure}.own`;
}

/** Returns the dimensions by which a measure has to be counted. */
export function measureDimensions({ dimensions, ownTable }: Measure): Dimension[] {
  return ownTable === undefined ? [...dimensions] : [...dimensions, ownTable];
}

/** Returns what to publish today. `exact` is counted by `measureDimensions`, `last` is what was published last. */
export function publishMeasure(
  exact: readonly PublicCell[],
  measure: Measure,
  last: readonly PublicCounts[],
  { threshold, chance, apart }: Rule,
): PublicCounts[] {
  const { id, ownTable } = measure;
  const dimensions = [...measure.dimensions];
  const { cells: before, isReordered } = cellsBefore(last, id, dimensions);
  const drop = measure.drop.map((dimension) => dimensions.indexOf(dimension));
  const places = sumCellsBy(exact, [...dimensions.keys()]);
  const counted = withOtherDistricts(places, dimensions.indexOf('district'), apart);
  const cells = publishCells(counted, before, { threshold, drop, isReordered });
  const main = { measure: id, dimensions, cells };
  if (ownTable === undefined) return [main];
  const own = { measure: ownTableOf(id), dimensions: [...OWN_BY, ownTable] };
  const by = (names: readonly Dimension[]) => names.map((name) => measureDimensions(measure).indexOf(name));
  const ownBefore = cellsBefore(last, own.measure, own.dimensions).cells;
  return [
    main,
    { ...own, cells: publishOwnTable(sumCellsBy(exact, by(own.dimensions)), ownBefore, { threshold, chance }) },
  ];
}

/**
 * Returns the last cells by the dimensions of today, or their sums. Where one of them was not known, cells cannot be compared; one
 * that was known and is no more is left out, so that its cells are added.
 */
function cellsBefore(last: readonly PublicCounts[], id: string, dimensions: readonly Dimension[]): Before {
  const found = last.find(({ measure }) => measure === id);
  const positions = dimensions.map((dimension) => found?.dimensions.indexOf(dimension) ?? -1);
  if (!found || positions.includes(-1)) return { cells: [], isReordered: false };
  const isReordered = found.dimensions.length !== dimensions.length;
  return { cells: isReordered ? sumCellsBy(found.cells, positions) : found.cells, isReordered };
}

interface Before {
  cells: readonly PublicCell[];
  isReordered: boolean;
}
