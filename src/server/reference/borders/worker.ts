/** The thread that reads one uploaded file of borders (`borders.ts`). */
import { serveThreadTask } from '../../files/thread.ts';
import { type BorderLevel, matchBorders } from './matchBorders.ts';
import { type CountryBounds, readBorders } from './readBorders.ts';

export interface BorderTask {
  bytes: Uint8Array;
  box: CountryBounds;
  /** P-code and level of each place that may have a border. */
  places: [pcode: string, level: BorderLevel][];
  /** Name of the property that holds the P-codes. Recognised if absent. */
  property?: string | undefined;
}

await serveThreadTask(({ bytes, box, places, property }: BorderTask) =>
  matchBorders(readBorders(new TextDecoder().decode(bytes), box), new Map(places), property),
);
