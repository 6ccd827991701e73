/** Puts together every read and write of records. Each call checks what the actor may do. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createPermission } from '../../core/records/permission.ts';
import { bind } from '../bind.ts';
import type { Database } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { fillAllVisits } from '../problems/visits.ts';
import { createProjector } from '../projections/projector.ts';
import { countAcross, listAcross } from './across.ts';
import { aggregate } from './aggregate.ts';
import { changed, lastChange, measure, recordsById, versionsAmong } from './changed.ts';
import { remove } from './changes/remove.ts';
import { restore } from './changes/restore.ts';
import { transition } from './changes/transition.ts';
import { update } from './changes/update.ts';
import { checkUpdates, updateAll } from './changes/updateMany.ts';
import { createCodes } from './codes.ts';
import type { RecordDeps } from './context.ts';
import { create } from './create.ts';
import { checkAll, createAll } from './createMany.ts';
import { dueSites } from './dueSites.ts';
import { findDuplicates } from './duplicates.ts';
import { createErase } from './erase/erase.ts';
import { findByName } from './find.ts';
import { history } from './history/history.ts';
import { transitionsOf } from './history/moves.ts';
import { judgeSources } from './judgeSources.ts';
import { findAlike } from './likeAnswers.ts';
import { list } from './list.ts';
import { mappedSites } from './mappedSites.ts';
import { openProblems } from './openProblems.ts';
import { outcomesAmong } from './operations.ts';
import { get, isUnique, savingSource, scopeForNew, seenAmong } from './read.ts';
import { createRenamePropagation } from './renames/renames.ts';
import { sums } from './sums.ts';

export interface RecordsOptions {
  database: Database;
  registry: FormRegistry;
  /** Returns the server's current time. */
  now?: () => Date;
  /** Receives the progress of background work. */
  log?: Pick<FastifyBaseLogger, 'info' | 'warn'> | undefined;
}

/** The records, with what maintenance needs as well. */
export type RecordService = Awaited<ReturnType<typeof createRecords>>;

/**
 * What the API uses to read and write records. Calls take the actor and check permissions inside. A record that the actor
 * does not see is `record_not_found` (404). An action denied on a visible record is `forbidden` (403) or its denial reason.
 * All failures are `Failure` from src/core/errors.
 */
export type Records = RecordService['records'];

const REMEMBERED_CROWDS = 500;

export async function createRecords({ database, registry, now = () => new Date(), log }: RecordsOptions) {
  const projector = await createProjector(database, registry);
  const deps: RecordDeps = {
    database,
    read: database.read,
    registry,
    now,
    projector,
    permission: createPermission(registry),
    source: savingSource(() => deps),
    newId: randomUUID,
    codes: createCodes(database),
    renames: await createRenamePropagation({ database, registry, projector, now, log }),
    crowded: new LRUCache({ max: REMEMBERED_CROWDS }),
  };
  const visits = fillAllVisits(database, registry, { now, log });
  // What failed is filled at the next start. `idle` passes the error on to callers that wait.
  visits.catch(() => undefined);
  const across = { countAcross, listAcross, dueSites, mappedSites, openProblems };
  const reads = {
    ...across,
    list,
    findByName,
    aggregate,
    judgeSources,
    sums,
    findDuplicates,
    findAlike,
    get,
    history,
    transitionsOf,
    isUnique,
    scopeForNew,
    seenAmong,
    changed,
    lastChange,
    recordsById,
    versionsAmong,
    outcomesAmong,
    measure,
  };
  const writes = { create, checkAll, createAll, update, checkUpdates, updateAll, transition, remove, restore };
  return {
    /** Not guarded. The API receives them through `guardRestricted`. */
    records: bind(deps, { ...reads, ...writes }),
    projector,
    /** Erases answers for good, by rule or on request. It checks no permissions. */
    erase: createErase(deps),
    /** Resolves when every list shows what was written: filled columns and new names. */
    async idle(): Promise<void> {
      await visits;
      await projector.idle();
      await deps.renames.idle();
    },
  };
}
