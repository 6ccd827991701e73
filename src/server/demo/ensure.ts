/**
 * Fills an empty store with the demonstration data. It first stores that it began. If a start is interrupted, the next one
 * removes the remains and makes everything again.
 */
import { adoptRows } from '../audit/coveredRows.ts';
import type { Database, Handle } from '../db/database.ts';
import { readSetting, removeSetting, writeSetting } from '../db/storedSettings.ts';
import { shippedFiles } from '../services.ts';
import type { SeedStores } from './context.ts';
import { DEMO_MADE, makeDemo } from './demo.ts';
import { type DemoPlan, readDemoPlan } from './plan.ts';

const DEMO_BEGAN = 'demo.began';

/** The store holds people or records that do not come from a demonstration. */
class StoreNotEmpty extends Error {
  constructor() {
    super(
      'The demo needs an empty database because its accounts use a published password. This database already has accounts or records. Set DATA_DIR to an empty folder, or DATABASE_URL to an empty database.',
    );
    this.name = 'StoreNotEmpty';
  }
}

/**
 * Makes the demonstration unless it exists. Returns the number of records per form, or null if it existed already. Throws
 * StoreNotEmpty.
 */
export async function ensureDemo(
  deps: SeedStores,
  now: Date,
  shipped?: DemoPlan,
): Promise<Record<string, number> | null> {
  const { database } = deps;
  if (await isMade(database)) return null;
  const make = async () => {
    if (await isMade(database)) return null;
    if ((await readSetting(database.read, DEMO_BEGAN)) !== null) await removeUnfinished(deps);
    await database.transaction(async (trx) => {
      if (await holdsData(trx)) throw new StoreNotEmpty();
      await writeSetting(trx, DEMO_BEGAN, now.toISOString());
    });
    const counts = await makeDemo(deps, shipped ?? (await readDemoPlan(shippedFiles)), now);
    await database.transaction((trx) => removeSetting(trx, DEMO_BEGAN));
    return counts;
  };
  // Servers on the same database wait for the one that fills it.
  return database.hold('demo', make);
}

async function isMade({ read }: Database): Promise<boolean> {
  return (await readSetting(read, DEMO_MADE)) !== null;
}

async function holdsData(trx: Handle): Promise<boolean> {
  const users = await trx.selectFrom('users').select('id').limit(1).execute();
  const records = await trx.selectFrom('records').select('id').limit(1).execute();
  return users.length + records.length > 0;
}

/** Tables that filling writes, with rows that refer to others first. */
const FILLED = [
  'events',
  'problem_logs',
  'problem_numbers',
  'record_fillings',
  'problems',
  'attachments',
  'unique_values',
  'public_links',
  'record_revisions',
  'records',
  'sessions',
  'grants',
  'users',
  'code_sequences',
] as const;

/** Deletes an unfinished demonstration. The store was empty before and never served, so all its data is from there. */
async function removeUnfinished({ database, registry, projector }: SeedStores): Promise<void> {
  await database.transaction(async (trx) => {
    for (const table of FILLED) await trx.deleteFrom(table).execute();
    await trx.deleteFrom('places').where('level', '=', 'village').execute();
  });
  // The events that covered the rows are gone too.
  await adoptRows(database);
  await registry.changed();
  await projector.rebuild();
}
