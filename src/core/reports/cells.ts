/** Adds up what the database counted, and works out rates, averages and medians. Pure. */
import type { Measure, MeasureKind } from '../generated/report.ts';
import { daysBetween } from '../text/dates.ts';

/** A group as the database counted it. */
export interface CountedGroup {
  /** Records in the group, or answers that are numbers. Answers without points, such as “not applicable”, do not count. */
  n: number;
  /** Their sum. */
  sum: number;
  /** The value that all of them have, for measures that need each value. */
  value: string;
}

export interface MeasureCell {
  n: number;
  sum: number;
  /** How often there is each value, for measures that need each value. Very many cells have none. */
  values?: Map<string, number>;
  /** How many different values there are, if the database counted them itself. */
  distinct?: number;
}

export function newMeasureCell(): MeasureCell {
  return { n: 0, sum: 0 };
}

export function addToCell(cell: MeasureCell, { n, sum, value }: CountedGroup): void {
  cell.n += n;
  cell.sum += sum;
  if (value === '') return;
  cell.values ??= new Map();
  cell.values.set(value, (cell.values.get(value) ?? 0) + n);
}

/** Returns the number of a cell. Null if there is nothing to work it out from. */
export function cellValue(
  cell: MeasureCell | undefined,
  { of, times = 1 }: Pick<Measure, 'of' | 'times'>,
): number | null {
  const found = plainValue(cell ?? newMeasureCell(), of ?? 'count');
  return found === null ? null : found * times;
}

const NO_VALUES = new Map<string, number>();

function plainValue(
  { n, sum, values = NO_VALUES, distinct = values.size }: MeasureCell,
  of: MeasureKind,
): number | null {
  switch (of) {
    case 'sum':
      return sum;
    case 'average':
    case 'points':
      return n === 0 ? null : sum / n;
    case 'distinct':
      return distinct;
    case 'median':
      return median([...values].map(([value, count]) => [Number(value), count]));
    case 'days':
      return median([...values].map(([value, count]) => [daysInRange(value), count]));
    default:
      return n;
  }
}

/** Returns the days between the two days of a value `2026-01-01 2026-01-05`. */
export function daysInRange(value: string): number {
  const [from = '', to = ''] = value.split(' ');
  return daysBetween(from, to) ?? 0;
}

/** Returns the middle value. Of an even number of values, the mean of the two in the middle. */
export function median(counts: [value: number, count: number][]): number | null {
  const sorted = counts.filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const at = (position: number): number => {
    let passed = 0;
    for (const [value, count] of sorted) {
      passed += count;
      if (position < passed) return value;
    }
    return sorted.at(-1)?.[0] ?? 0;
  };
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2;
}

const FRACTIONS: ReadonlySet<string> = new Set(['average', 'median', 'points', 'days']);

export function measureDigits({ digits, rate, minus, of }: Measure): number {
  return digits ?? (rate || minus || (of !== undefined && FRACTIONS.has(of)) ? 2 : 0);
}

/** Rounds half away from zero, in decimals: 1.005 is 1.01 although the nearest binary number is below it. */
export function roundDecimals(value: number | null, digits: number): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  const factor = 10 ** digits;
  const shifted = value * factor;
  return Math.round(shifted + Math.sign(shifted) * Number.EPSILON * Math.abs(shifted)) / factor;
}

/** Returns the measures that a measure is worked out of; none for one that is counted. */
export function partsOfMeasure({ rate, plus, minus }: Pick<Measure, 'rate' | 'plus' | 'minus'>): readonly string[] {
  return rate ?? plus ?? minus ?? [];
}

export function isDerivedMeasure(measure: Measure): boolean {
  return partsOfMeasure(measure).length > 0;
}

/** Returns the ids of those measures and of all that are worked out of one of them. */
export function withDerivedMeasures(measures: readonly Measure[], isOf: (id: string) => boolean): string[] {
  const found = new Set(measures.map(({ id }) => id).filter(isOf));
  // A measure may be worked out of one that is worked out itself.
  for (const _round of measures)
    for (const measure of measures) if (partsOfMeasure(measure).some((of) => found.has(of))) found.add(measure.id);
  return [...found];
}

/** Returns the number of a measure, worked out of others if it says so. Only the result is rounded. */
export function measureValue(
  measures: readonly Measure[],
  measure: Measure,
  own: (measure: Measure) => number | null,
): number | null {
  return roundDecimals(worked(measures, measure, own, []), measureDigits(measure));
}

function worked(
  measures: readonly Measure[],
  measure: Measure,
  own: (measure: Measure) => number | null,
  open: readonly Measure[],
): number | null {
  const { rate, plus, minus, times = 1 } = measure;
  const other = (id: string): number | null => {
    const found = measures.find((one) => one.id === id);
    // The check refuses circles and unknown names.
    return !found || found === measure || open.includes(found)
      ? null
      : worked(measures, found, own, [...open, measure]);
  };
  if (rate) {
    const [part, whole] = [other(rate[0]), other(rate[1])];
    return part === null || whole === null || whole === 0 ? null : ((part * 100) / whole) * times;
  }
  if (minus) {
    const [first, second] = [other(minus[0]), other(minus[1])];
    return first === null || second === null ? null : (first - second) * times;
  }
  if (!plus) return own(measure);
  const parts = plus.map(other).filter((value) => value !== null);
  return parts.length === 0 ? null : parts.reduce((sum, value) => sum + value, 0) * times;
}
