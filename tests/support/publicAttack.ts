/**
 * Attacks published counts as somebody who knows the rule would: each published or missing count bounds a sum of unknown
 * numbers, the bounds of one sum bound those of others, and what is left of a sum without parts of it is a count too.
 */

/** A sum of unknown numbers, by their positions, and between what it lies. */
export interface Known {
  name: string;
  of: readonly number[];
  least: number;
  most: number;
}

/** Returns what follows of counts from 1 to the threshold. */
export function whatFollows(numbers: number, known: readonly Known[], threshold: number): string[] {
  const least = new Array<number>(numbers).fill(0);
  const most = new Array<number>(numbers).fill(Number.POSITIVE_INFINITY);
  while (known.some((one) => narrows(one, least, most)));
  const isFew = (from: number, to: number) => from === to && from > 0 && from < threshold;
  const single = least.flatMap((from, at) => (isFew(from, most[at] as number) ? [`number ${at} is ${from}`] : []));
  const tight = known.map((one) => ({
    ...one,
    set: new Set(one.of),
    least: Math.max(one.least, sum(one.of, least)),
    most: Math.min(one.most, sum(one.of, most)),
  }));
  const sums = tight.flatMap((one) => (isFew(one.least, one.most) ? [`${one.name} is ${one.least}`] : []));
  const differences = tight.flatMap((whole) =>
    tight.flatMap((part) => {
      if (part.of.length >= whole.of.length || !part.of.every((at) => whole.set.has(at))) return [];
      const [from, to] = [Math.max(0, whole.least - part.most), whole.most - part.least];
      return isFew(from, to) ? [`${whole.name} without ${part.name} is ${from}`] : [];
    }),
  );
  return [...single, ...sums, ...differences];
}

function narrows({ of, ...bounds }: Known, least: number[], most: number[]): boolean {
  const [low, high] = [sum(of, least), sum(of, most)];
  let isNarrower = false;
  for (const at of of) {
    const [from, to] = [least[at] as number, most[at] as number];
    const up = bounds.least - (Number.isFinite(high) ? high - to : othersOf(of, at, most));
    const down = bounds.most - (low - from);
    if (up > from) least[at] = up;
    if (down < to) most[at] = down;
    isNarrower ||= up > from || down < to;
    if (isNarrower) return true;
  }
  return isNarrower;
}

function othersOf(of: readonly number[], at: number, values: readonly number[]): number {
  return sum(
    of.filter((one) => one !== at),
    values,
  );
}

function sum(of: readonly number[], values: readonly number[]): number {
  return of.reduce((total, at) => total + (values[at] as number), 0);
}
