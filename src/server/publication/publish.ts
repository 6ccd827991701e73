/**
 * Publishes the counts of the public page, once for each day in Kabul. What was published stays for that day, whatever
 * changes meanwhile, because who asks again and again would otherwise see single records come and go.
 */
import { randomInt } from 'node:crypto';
import { provincesWithOtherDistricts, publishedDistricts } from '../../core/public/districts.ts';
import { measureDimensions, type PublicCounts, publishMeasure } from '../../core/public/measure.ts';
import { kabulDay } from '../../core/text/dates.ts';
import type { Database, Handle } from '../db/database.ts';
import { readSetting, writeSetting } from '../db/storedSettings.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { countCells, sitesByDistrict } from './count.ts';

/** Days that are stored. The last one is what the next is compared with. */
const DAYS = 2;

/** Setting with the districts that are told apart. */
const APART = 'public.districts';

interface Options {
  database: Database;
  registry: FormRegistry;
  now: () => Date;
  /** Returns a number above 0 and up to 1 by chance. */
  chance?: () => number;
}

export interface PublishedCounts extends PublicCounts {
  day: string;
}

/** A number above 0 and up to 1 that nobody can foresee. */
const unforeseen = () => (randomInt(2 ** 32) + 1) / 2 ** 32;

/** Publishes today's counts, unless this or another server already did. */
export async function publishFigures({ database, registry, now, chance = unforeseen }: Options): Promise<void> {
  await database.hold('publish figures', async () => {
    const { measures = [], threshold = 0, leastSites = 1 } = registry.common().public ?? {};
    const day = kabulDay(now());
    const last = await publishedFigures(database.read);
    const missing = measures.filter(({ id }) => !last.some((one) => one.measure === id && one.day >= day));
    if (missing.length === 0) return;
    const apart = await apartNow({ database, registry }, last, leastSites);
    const tables = await Promise.all(
      missing.map(async (measure) => {
        // All tables are of one count, or a record that came in between would be their difference.
        const exact = await countCells(database.read, registry, measure, measureDimensions(measure));
        return publishMeasure(exact, measure, last, { threshold, chance, apart });
      }),
    );
    await database.transaction(async (trx) => {
      await writeSetting(trx, APART, JSON.stringify([...apart].sort()));
      for (const { measure, dimensions, cells } of tables.flat())
        await trx
          .insertInto('public_figures')
          .values({ day, measure, dimensions: JSON.stringify(dimensions), cells: JSON.stringify(cells) })
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
  last: readonly PublishedCounts[],
  leastSites: number,
): Promise<Set<string>> {
  const before = JSON.parse((await readSetting(database.read, APART)) ?? '[]') as string[];
  const published = new Set(last.flatMap(({ dimensions, cells }) => provincesWithOtherDistricts(dimensions, cells)));
  return publishedDistricts(await sitesByDistrict(database.read, registry), new Set(before), { leastSites, published });
}

/** Returns what was published last of each measure. */
export async function publishedFigures(db: Handle): Promise<PublishedCounts[]> {
  const rows = await db.selectFrom('public_figures').selectAll().orderBy('day').execute();
  const newest = new Map(rows.map((row) => [row.measure, row]));
  return [...newest.values()].map(({ day, measure, dimensions, cells }) => ({
    day,
    measure,
    dimensions: JSON.parse(dimensions),
    cells: JSON.parse(cells),
  }));
}
