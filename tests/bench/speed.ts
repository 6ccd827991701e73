/** How fast the machine is at this moment: figures of other times are compared with its help. */
import { median } from './median.ts';

const ROUNDS = 9;

/** Returns the milliseconds that a fixed piece of work takes in this process: the median of some rounds. */
export function fixedWork(): number {
  const rows = Array.from({ length: 20_000 }, (_, at) => ({
    id: `${(at * 7919) % 20_000}`,
    code: at,
    done: at % 3 === 0,
  }));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const since = performance.now();
    const copy = JSON.parse(JSON.stringify(rows)) as typeof rows;
    copy.sort((a, b) => (a.id < b.id ? -1 : 1));
    times.push(performance.now() - since);
  }
  return median(times);
}
