/**
 * What is shown of one thing elsewhere follows it: when a name changes, the rows concerned are made anew in the background
 * (`refresh.ts`). What is due stands in the database, so that a stopped process forgets nothing.
 */
import type { Handle } from '../db/database.ts';
import type { RecordRow } from '../db/records.ts';
import { readSettings, writeSetting } from '../db/storedSettings.ts';
import { onceAvailable } from '../db/unavailable.ts';
import type { Renamed } from '../definitions/served.ts';
import { addPendingWork } from '../reference/pendingWork.ts';
import { NAMED, namingOf, noteRenamed, type RefreshDeps, refreshFor } from './refresh.ts';

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
    working = working.catch(() => undefined).then(() => onceAvailable(work));
    // What is due stays due and is taken up at the next start; `idle` hands the reason to whoever waits.
    working.catch(() => undefined);
  };

  await compareNaming(deps);
  start();
  deps.registry.afterServing(async (renamed) => {
    await compareNaming(deps);
    await noteWords(deps, renamed);
    start();
  });
  return {
    /** Inside the write that gave a record another name. */
    renamed: (trx: Handle, record: RecordRow): Promise<void> => noteRenamed(deps, trx, record),
    /** Do what is due; called after that write. */
    start,
    /** Resolves when nothing is due any more. */
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
      await refreshFor(deps, first);
      // Asked for once more in the meantime: then the token is another one, and the row stays.
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

/** Forms whose definition names records by other answers than it did. */
async function compareNaming({ database, registry }: RefreshDeps): Promise<void> {
  const known = await readSettings(database.read, NAMED);
  const changed = registry.forms().filter((form) => known.get(form.form) !== namingOf(form));
  if (changed.length === 0) return;
  await database.transaction(async (trx) => {
    for (const form of changed) {
      const first = await trx.selectFrom('records').select('id').where('form', '=', form.form).limit(1).execute();
      if (first.length > 0) await addPendingWork(trx, { kind: 'form', id: form.form });
      else await writeSetting(trx, `${NAMED}${form.form}`, namingOf(form));
    }
  });
}

async function noteWords({ database }: RefreshDeps, { places, choices }: Renamed): Promise<void> {
  if (places.length + choices.length === 0) return;
  await database.transaction(async (trx) => {
    for (const id of places) await addPendingWork(trx, { kind: 'place', id });
    for (const { list, id } of choices) await addPendingWork(trx, { kind: 'choice', list, id });
  });
}
