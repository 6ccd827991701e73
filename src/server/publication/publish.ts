/**
 * Publishes the counts of the public page, once for each day in Kabul. What was published stays for that day, whatever
 * changes meanwhile, because who asks again and again would otherwise see single records come and go.
 */
import { districtsApart, provincesWithOthers, withOtherDistricts } from '../../core/public/districts.ts';
import { type Cell, publishCells } from '../../core/public/publish.ts';
import { kabulDay } from '../../core/text/dates.ts';
import type { Database, Handle } from '../db/database.ts';
import { readSetting, writeSetting } from '../db/storedSettings.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { countCells, type Dimension, type Measure, sitesByDistrict } from './count.ts';

/** Days that are stored. The last one is what the next is compared with. */
const DAYS = 2;

/** Setting with the districts that are told apart. */
const APART = 'public.districts';

interface Options {
  database: Database;
  registry: FormRegistry;
  now: () => Date;
}

export interface Published {
  day: string;
  measure: string;
  dimensions: Dimension[];
  cells: Cell[];
}

/** Publishes today's counts, unless this or another server already did. */
export async function publishFigures({ database, registry, now }: Options): Promise<void> {
  await database.hold('publish figures', async () => {
    const { measures = [], threshold = 0, leastSites = 1 } = registry.common().public ?? {};
    const day = kabulDay(now());
    const last = await publishedFigures(database.read);
    const missing = measures.filter(({ id }) => !last.some((one) => one.measure === id && one.day >= day));
    if (missing.length === 0) return;
    const apart = await apartNow({ database, registry }, last, leastSites);
    const rows = await Promise.all(
      missing.map(async (measure) => {
        const exact = await countCells(database.read, registry, measure);
        const counted = withOtherDistricts(exact, measure.dimensions.indexOf('district'), apart);
        const drop = measure.drop.map((dimension) => measure.dimensions.indexOf(dimension));
        return { measure, cells: publishCells(counted, cellsBefore(last, measure), { threshold, drop }) };
      }),
    );
    await database.transaction(async (trx) => {
      await writeSetting(trx, APART, JSON.stringify([...apart].sort()));
      for (const { measure, cells } of rows)
        await trx
          .insertInto('public_figures')
          .values({
            day,
            measure: measure.id,
            dimensions: JSON.stringify(measure.dimensions),
            cells: JSON.stringify(cells),
          })
          .execute();
      const days = await trx.selectFrom('public_figures').select('day').distinct().orderBy('day', 'desc').execute();
      const oldest = days[DAYS - 1]?.day;
      if (oldest) await trx.deleteFrom('public_figures').where('day', '<', oldest).execute();
    });
  });
}

/** Returns the districts that are told apart today. */
async function apartNow(
  { database, registry }: Pick<Options, 'database' | 'registry'>,
  last: readonly Published[],
  leastSites: number,
): Promise<Set<string>> {
  const before = JSON.parse((await readSetting(database.read, APART)) ?? '[]') as string[];
  const published = new Set(last.flatMap(({ dimensions, cells }) => provincesWithOthers(dimensions, cells)));
  return districtsApart(await sitesByDistrict(database.read, registry), new Set(before), { leastSites, published });
}

/** Returns what was published last of each measure. */
export async function publishedFigures(db: Handle): Promise<Published[]> {
  const rows = await db.selectFrom('public_figures').selectAll().orderBy('day').execute();
  const newest = new Map(rows.map((row) => [row.measure, row]));
  return [...newest.values()].map(({ day, measure, dimensions, cells }) => ({
    day,
    measure,
    dimensions: JSON.parse(dimensions),
    cells: JSON.parse(cells),
  }));
}

function cellsBefore(last: readonly Published[], { id, dimensions }: Measure): Cell[] {
  const found = last.find(({ measure }) => measure === id);
  // Counts by other dimensions cannot be compared cell by cell.
  return found && found.dimensions.join() === dimensions.join() ? found.cells : [];
}
