/**
 * Logs of submissions. A definition of kind `log` says which forms' submissions are logged and what is kept of them.
 * Entries are written after the response, in small batches, so no save waits for the log or fails because of it.
 * While the database is unavailable, entries wait. An entry that fails for another reason is reported in the server's
 * own log and skipped. The definition limits the number of entries kept and their age. A process that dies loses
 * its last entries, but never the history of records.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Database } from '../../db/database.ts';
import { insertObjects } from '../../db/insert.ts';
import { findRecords, groupIntoMap, rowsById, toRecordsTable } from '../../db/rows.ts';
import { isDatabaseUnavailable } from '../../db/unavailable.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import type { Projector } from '../../projections/projector.ts';
import { type Submission, submissionEntryId, submissionEntryOf } from './entry.ts';

const REST = 250;
/** Milliseconds to wait while the database is unavailable. */
const AWAY = 2_000;
const BATCH = 20;
/** Maximum number of waiting submissions. Further ones are not logged. */
const MOST_WAITING = 2000;
/** Number of new entries after which old ones are removed. */
const PRUNE_EVERY = 200;
const PRUNED_AT_ONCE = 500;
const DAY = 86_400_000;

export interface EntryLogDeps {
  database: Database;
  registry: FormRegistry;
  projector: Projector;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  now: () => Date;
}

interface Waiting {
  log: CompiledForm;
  submission: Submission;
  /** Id of the entry. */
  id: string;
}

export type EntryLog = ReturnType<typeof createEntryLog>;

export function createEntryLog(deps: EntryLogDeps) {
  const { registry, log } = deps;
  const waiting: Waiting[] = [];
  /** Number of entries written to each log since it was last pruned. */
  const since = new Map<string, number>();
  let left = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();

  const writeAndCount = async (part: readonly Waiting[]): Promise<void> => {
    for (const [form, count] of await write(deps, part)) since.set(form, (since.get(form) ?? PRUNE_EVERY) + count);
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const part = waiting.splice(0, BATCH);
      try {
        await writeAndCount(part);
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          waiting.unshift(...part);
          timer ??= setTimeout(start, AWAY).unref();
          return;
        }
        // Write one by one, so that an entry that cannot be written does not stop the others.
        for (const one of part)
          await writeAndCount([one]).catch((cause: unknown) =>
            log.error({ err: cause, form: one.submission.form.form }, 'a submission was not logged'),
          );
        log.warn({ err: error }, 'submissions were logged one by one');
      }
      if (left > 0) log.error({ left }, 'too many submissions waited for the log; some were left out');
      left = 0;
      for (const [form, count] of since) {
        if (count < PRUNE_EVERY) continue;
        since.set(form, 0);
        await prune(deps, form).catch((error: unknown) => log.error({ err: error, form }, 'a log was not shortened'));
      }
    }
  };

  const start = (): void => {
    clearTimeout(timer);
    timer = undefined;
    running = running.then(drain);
  };

  return {
    /** Queues a submission for logging. Never throws and never waits. */
    note(submission: Submission): void {
      try {
        for (const form of logsFor(registry, submission)) {
          if (waiting.length >= MOST_WAITING) left += 1;
          else waiting.push({ log: form, submission, id: submissionEntryId(form, submission) });
        }
        if (waiting.length > 0) timer ??= setTimeout(start, REST).unref();
      } catch (error) {
        log.error({ err: error, form: submission.form.form }, 'a submission was not logged');
      }
    },
    /** Resolves when all queued entries are written, or the database is unavailable. */
    async idle(): Promise<void> {
      start();
      await running;
    },
    /** Returns the number of submissions that are not written yet. */
    waiting: (): number => waiting.length,
  };
}

function logsFor(registry: FormRegistry, { form, failure }: Submission): CompiledForm[] {
  const outcome = failure ? 'refused' : 'accepted';
  const offered = registry.forms().flatMap(({ form: name }) => registry.captureForm(name) ?? []);
  return offered.filter(({ definition: { log } }) => {
    const kinds: readonly string[] = log?.outcome === outcome ? log.kinds : [];
    return kinds.includes(form.definition.kind);
  });
}

/** Writes the entries that do not exist yet. Returns how many were written, by log. */
async function write(
  { database, registry, projector }: EntryLogDeps,
  part: readonly Waiting[],
): Promise<Map<string, number>> {
  return database.transaction(async (trx) => {
    const written = new Map<string, number>();
    const named = part.flatMap(({ submission: { record_id, parent_id } }) =>
      [record_id, parent_id].filter((id) => id !== undefined),
    );
    const rows = await findRecords(trx, named);
    const ids = part.map(({ id }) => id);
    const there = new Set((await rowsById(trx, 'records', ['id'], ids)).map(({ id }) => id));
    const missing = new Map(part.filter(({ id }) => !there.has(id)).map((one) => [one.id, one]));
    for (const [log, noted] of groupIntoMap(missing.values(), (one) => one.log)) {
      const made = noted.map(({ id, submission }) => submissionEntryOf(registry, log, id, submission, rows));
      const records = made.map(({ row }) => row);
      const revisions = made.map(({ revision }) => revision);
      await insertObjects(trx, database.dialect, 'records', records.map(toRecordsTable));
      await insertObjects(trx, database.dialect, 'record_revisions', revisions);
      await projector.project(trx, log.form, records, { isNew: true });
      written.set(log.form, made.length);
    }
    return written;
  });
}

/** Removes old entries of a log. The definition says how many entries are kept, and for how many days. */
async function prune({ database, registry, projector, now }: EntryLogDeps, form: string): Promise<void> {
  const keep = registry.form(form)?.definition.log?.keep;
  if (!keep) return;
  const before = new Date(now().getTime() - keep.days * DAY).toISOString();
  for (let gone = PRUNED_AT_ONCE; gone === PRUNED_AT_ONCE; ) {
    gone = await database.transaction(async (trx) => {
      const rows = await projector.beyond(trx, form, keep.entries, before, PRUNED_AT_ONCE);
      if (rows.length === 0) return 0;
      await projector.remove(trx, form, rows);
      await trx.deleteFrom('record_revisions').where('record_id', 'in', rows).execute();
      await trx.deleteFrom('records').where('id', 'in', rows).where('form', '=', form).execute();
      return rows.length;
    });
  }
}
