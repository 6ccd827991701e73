/**
 * Propagates renames. When a name changes, the rows that show it are refreshed in the background (`refresh.ts`). Pending
 * work is stored in the database, so a stopped process loses none.
 */
import type { Handle } from '../../db/database.ts';
import type { RecordRow } from '../../db/rows.ts';
import { readSettings, writeSetting } from '../../db/storedSettings.ts';
import { retryUntilAvailable } from '../../db/unavailable.ts';
import type { RenamedIds } from '../../definitions/served.ts';
import { addPendingWork } from '../../reference/pendingWork.ts';
import { doPendingWork, queueRenameRefresh, READING_PREFIX, type RefreshDeps, readingFingerprint } from './refresh.ts';

export type RenamePropagation = Awaited<ReturnType<typeof createRenamePropagation>>;

export async function createRenamePropagation(deps: RefreshDeps) {
  let working: Promise<void> = Promise.resolve();
  let isAsked = false;

  const work = async (): Promise<void> => {
    do {
      isAsked = false;
      await carryOutDue(deps);
    } while (isAsked);
  };

  const start = (): void => {
    if (isAsked) return;
    isAsked = true;
    working = working.catch(() => undefined).then(() => retryUntilAvailable(work));
    // Work that failed stays pending until the next start. `idle` passes the error on to callers that wait.
    working.catch(() => undefined);
  };

  await compareReading(deps);
  start();
  deps.registry.afterServing(async (renamed) => {
    await compareReading(deps);
    await noteWords(deps, renamed);
    start();
  });
  return {
    /** Notes a renamed record. Called inside the write that renamed it. */
    renamed: (trx: Handle, record: RecordRow): Promise<void> => queueRenameRefresh(deps, trx, record),
    /** Starts the pending work. Called after that write. */
    start,
    /** Resolves when no pending work is left. */
    idle: (): Promise<void> => working,
  };
}

async function carryOutDue(deps: RefreshDeps): Promise<void> {
  const { database, projector } = deps;
  const listDue = () =>
    database.read.selectFrom('pending_work').selectAll().orderBy('kind').orderBy('id').orderBy('list').execute();
  if ((await listDue()).length === 0) return;
  await projector.idle();
  await database.hold('follow', async () => {
    for (;;) {
      const [first] = await listDue();
      if (!first) return;
      await doPendingWork(deps, first);
      // If it was requested again meanwhile, the token is different and the row stays.
      await database.transaction((trx) =>
        trx
          .deleteFrom('pending_work')
          .where('kind', '=', first.kind)
          .where('list', '=', first.list)
          .where('id', '=', first.id)
          .where('token', '=', first.token)
          .execute(),
      );
    }
  });
}

/** Adds pending work for forms whose definitions now name records by other answers, or read older versions otherwise. */
async function compareReading({ database, registry }: RefreshDeps): Promise<void> {
  const known = await readSettings(database.read, READING_PREFIX);
  const changed = registry.forms().filter((form) => known.get(form.form) !== readingFingerprint(form, registry));
  if (changed.length === 0) return;
  await database.transaction(async (trx) => {
    for (const form of changed) {
      const first = await trx.selectFrom('records').select('id').where('form', '=', form.form).limit(1).execute();
      if (first.length > 0) await addPendingWork(trx, { kind: 'form', id: form.form });
      else await writeSetting(trx, `${READING_PREFIX}${form.form}`, readingFingerprint(form, registry));
    }
  });
}

async function noteWords({ database }: RefreshDeps, { places, choices }: RenamedIds): Promise<void> {
  if (places.length + choices.length === 0) return;
  await database.transaction(async (trx) => {
    for (const id of places) await addPendingWork(trx, { kind: 'place', id });
    for (const { list, id } of choices) await addPendingWork(trx, { kind: 'choice', list, id });
  });
}
