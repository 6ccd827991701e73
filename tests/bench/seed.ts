/**
 * `npm run seed -- [--records <n>] [--form <name>] [--seed <n>]`: makes records of one form or of all, for trying out and
 * measuring, in the store that DATA_DIR or DATABASE_URL names.
 */
import { parseArgs } from 'node:util';
import { withServices } from '../../src/server/services.ts';
import { loadEnvironment } from '../../src/server/settings/environment.ts';
import { readSettings, SettingError, UsageError } from '../../src/server/settings/settings.ts';
import { seedVolume } from './volume.ts';

const HELP = `npm run seed -- [--records <n>] [--form <name>] [--seed <n>]

Makes records in the store that DATA_DIR or DATABASE_URL names.
  --records <n>   number of records, besides the sites and people that they need; 1000 by default
  --form <name>   of this form only; of all by default
  --seed <n>      the same number makes the same records on the same day; 1 by default`;

function readArguments() {
  try {
    return parseArgs({
      options: {
        records: { type: 'string', default: '1000' },
        form: { type: 'string' },
        seed: { type: 'string', default: '1' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
  }
}

async function seed(): Promise<void> {
  const values = readArguments();
  if (values.help) {
    console.log(HELP);
    return;
  }
  const options = {
    records: wholeNumber(values.records, 'records'),
    seed: wholeNumber(values.seed, 'seed'),
    ...(values.form && { forms: [values.form] }),
  };
  loadEnvironment(process.env);
  const settings = readSettings({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' });
  await withServices({ settings }, async (services) => {
    const began = performance.now();
    const made = await seedVolume(services, { ...options, now: new Date(), report: everySecond() });
    console.log(`${made} records made in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  });
}

function wholeNumber(text: string, name: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new UsageError(`--${name} must be a whole number, not "${text}"`);
  return Number(text);
}

/** Returns a progress callback that prints at most one line a second. */
function everySecond(): (done: number) => void {
  let last = performance.now();
  return (done) => {
    if (performance.now() - last < 1000) return;
    last = performance.now();
    console.log(`${done} records made`);
  };
}

try {
  await seed();
} catch (error) {
  const isTold = error instanceof UsageError || error instanceof SettingError;
  console.error(isTold ? error.message : error);
  process.exitCode = 1;
}
