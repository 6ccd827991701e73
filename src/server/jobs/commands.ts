/** Commands of the data side: each opens the store, does its work, says what it did. */
import { parseArgs } from 'node:util';
import { withDatabase } from '../db/open.ts';
import { withServices } from '../services.ts';
import { readSettings } from '../settings/settings.ts';
import { type JobName, UsageError } from './list.ts';

function settings() {
  return readSettings({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' });
}

export const RUN: Record<JobName, (args: string[]) => Promise<number>> = {
  async migrate() {
    const { dataDir, databaseUrl } = settings();
    await withDatabase({ dataDir, databaseUrl }, async () => undefined);
    console.log('The database is up to date.');
    return 0;
  },
  async seed(args) {
    const { values } = parseArgs({
      args,
      options: {
        records: { type: 'string', default: '1000' },
        form: { type: 'string' },
        seed: { type: 'string', default: '1' },
      },
    });
    const { seedVolume } = await import('./seed/volume.ts');
    await withServices({ settings: settings() }, async (services) => {
      const began = performance.now();
      const made = await seedVolume(services, {
        records: wholeNumber(values.records, 'records'),
        seed: wholeNumber(values.seed, 'seed'),
        ...(values.form && { form: values.form }),
        now: new Date(),
        report: progress('records made'),
      });
      console.log(`${made} records made in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    });
    return 0;
  },
  async reindex() {
    await withServices({ settings: settings() }, async ({ projector }) => {
      const done = await projector.rebuild(progress('records read'));
      console.log(`${done} records are in the lists.`);
    });
    return 0;
  },
  verify: async (args) => (await import('./verify.ts')).verify(settings(), args),
  async backup(args) {
    return (await import('./backupCommand.ts')).backupCommand(args, settings());
  },
  async restore(args) {
    const { restore } = await import('./restore.ts');
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { erasures: { type: 'string' } },
    });
    const [folder] = positionals;
    if (!folder) throw new UsageError('restore needs the folder of the backup');
    const done = await restore(settings(), folder);
    console.log(`The store is as it was in ${folder}; ${done.files} files were copied.`);
    const { eraseAgain } = await import('./eraseAgain.ts');
    const erased = await eraseAgain(settings(), values.erasures);
    if (erased > 0) console.log(`${erased} erasures of later days were done again.`);
    return 0;
  },
};

function wholeNumber(text: string, name: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new UsageError(`--${name} must be a whole number, not "${text}"`);
  return Number(text);
}

/** A line at most every second. */
function progress(words: string): (done: number) => void {
  let last = performance.now();
  return (done) => {
    if (performance.now() - last < 1000) return;
    last = performance.now();
    console.log(`${done} ${words}`);
  };
}
