/** Names and meanings of the data side's commands; what they do is loaded when one is asked for. */
const MEANINGS = {
  migrate: 'bring the tables of the database up to date',
  seed: '--records <n> [--form <name>] [--seed <n>]: make records for trying out and measuring',
  reindex: 'make the columns that lists and searches read anew from the records',
  verify:
    '[<backup folder>] [--key <file>] [--anchors <file>]: check seals, events, revisions and records; fails when something was tampered with',
  backup:
    '<folder>, or --to <folder> [--keep 7d,4w,12m] for one of many, or --check <folder> to try it out: copy database and files while the server runs',
  restore: '<folder> [--erasures <file>]: put a backup into an empty store, and erase again what was erased since',
};

export type JobName = keyof typeof MEANINGS;

/** A command called wrongly; the message is for the person who typed it. */
export class UsageError extends Error {}

export const JOBS = Object.fromEntries(
  (Object.entries(MEANINGS) as [JobName, string][]).map(([name, meaning]) => [
    name,
    { meaning, run: async (args: string[]): Promise<number> => (await import('./commands.ts')).RUN[name](args) },
  ]),
);
