/** Joins points that would cover each other on a map. One cell of a grid of pixels makes one mark, and close marks are joined. */
import type { Position } from './shape.ts';

export interface Cluster<T> {
  /** Middle of the points. */
  at: Position;
  points: T[];
}

/** Pixels of the whole world at zoom 0. */
const WORLD = 256;
/** Pixels of a cell. A finger needs 44. */
const CELL = 64;
/** Marks whose middles are nearer than this are joined. */
const NEAR = 44;

/** Returns where a point lies in pixels at a zoom, as web maps draw it (Mercator). */
export function pixelOf([longitude, latitude]: Position, zoom: number): [x: number, y: number] {
  const size = WORLD * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [((longitude + 180) / 360) * size, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size];
}

interface Cell<T> {
  x: number;
  y: number;
  points: T[];
}

/** `at` returns the position of a point. The largest cluster comes first. */
export function clusterPoints<T>(points: readonly T[], zoom: number, at: (point: T) => Position): Cluster<T>[] {
  const cells = new Map<string, Cell<T>>();
  for (const point of points) {
    const [x, y] = pixelOf(at(point), zoom);
    add(cells, `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`, { x, y, points: [point] });
  }
  const joined: Cell<T>[] = [];
  for (const cell of [...cells.values()].sort((a, b) => b.points.length - a.points.length)) {
    const near = joined.find((one) => Math.hypot(one.x - cell.x, one.y - cell.y) < NEAR);
    if (near) merge(near, cell);
    else joined.push(cell);
  }
  return joined.map(({ points: own }) => ({ at: middleOf(own.map(at)), points: own }));
}

function add<T>(cells: Map<string, Cell<T>>, key: string, cell: Cell<T>): void {
  const known = cells.get(key);
  if (known) merge(known, cell);
  else cells.set(key, cell);
}

/** Moves the middle of a cell as its points say. */
function merge<T>(into: Cell<T>, { x, y, points }: Cell<T>): void {
  const [a, b] = [into.points.length, points.length];
  into.x = (into.x * a + x * b) / (a + b);
  into.y = (into.y * a + y * b) / (a + b);
  for (const point of points) into.points.push(point);
}

function middleOf(positions: readonly Position[]): Position {
  const sum = positions.reduce(([x, y], [lng, lat]): Position => [x + lng, y + lat], [0, 0]);
  return [sum[0] / positions.length, sum[1] / positions.length];
}
