/** Finds out if the edge of an area crosses or touches itself. */
import { equalPositions, type Position } from './shape.ts';

interface Side {
  index: number;
  from: Position;
  to: Position;
  west: number;
  east: number;
}

/** `ring` is closed. Sides are sorted from west to east, so that each is only compared with those beside it. */
export function isSelfCrossing(ring: readonly Position[]): boolean {
  const path = ring.filter((one, index) => index === 0 || !equalPositions(one, ring[index - 1] as Position));
  const count = path.length - 1;
  const sides = path
    .slice(1)
    .map((to, index): Side => {
      const from = path[index] as Position;
      return { index, from, to, west: Math.min(from[0], to[0]), east: Math.max(from[0], to[0]) };
    })
    .sort((a, b) => a.west - b.west);
  return sides.some((side, at) => {
    for (let next = at + 1; next < count && (sides[next] as Side).west <= side.east; next += 1)
      if (doMeet(side, sides[next] as Side, count)) return true;
    return false;
  });
}

/** Neighbours share a point, and must not run back over each other. */
function doMeet(one: Side, other: Side, count: number): boolean {
  const [a, b] = one.index < other.index ? [one, other] : [other, one];
  if (b.index === a.index + 1) return isOn(b.to, a) || isOn(a.from, b);
  if (a.index === 0 && b.index === count - 1) return isOn(b.from, a) || isOn(a.to, b);
  const [ends, starts] = [turn(a, b.from) * turn(a, b.to), turn(b, a.from) * turn(b, a.to)];
  if (ends < 0 && starts < 0) return true;
  return isOn(b.from, a) || isOn(b.to, a) || isOn(a.from, b) || isOn(a.to, b);
}

/** Returns on which side of the line a point is: positive left, negative right, 0 on it. */
function turn({ from, to }: Side, [x, y]: Position): number {
  return Math.sign((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));
}

function isOn(point: Position, side: Side): boolean {
  const [south, north] = [Math.min(side.from[1], side.to[1]), Math.max(side.from[1], side.to[1])];
  const isBeside = point[0] >= side.west && point[0] <= side.east && point[1] >= south && point[1] <= north;
  return isBeside && turn(side, point) === 0;
}
