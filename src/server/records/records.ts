/** Puts together every read and write of records. Each call checks what the actor may do. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createPermission } from '../../core/records/permission.ts';
import { bindContext } from '../bind.ts';
import type { Database } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { fillAllProblemVisits } from '../problems/visits.ts';
import { createProjector } from '../projections/projector.ts';
import { countAcrossForms, listAcrossForms } from './across.ts';
import { aggregateRecords } from './aggregate.ts';
import { changedRecords, lastVisibleChange, measureSync, recordsById, visibleVersions } from './changed.ts';
import { removeRecord } from './changes/remove.ts';
import { restoreRecord } from './changes/restore.ts';
import { transitionRecord } from './changes/transition.ts';
import { updateRecord } from './changes/update.ts';
import { checkUpdates, updateRecords } from './changes/updateMany.ts';
import { createCodeGenerator } from './codes.ts';
import type { RecordDeps } from './context.ts';
import { createRecord } from './create.ts';
import { checkNewRows, createNewRows } from './createMany.ts';
import { dueSites } from './dueSites.ts';
import { findDuplicates } from './duplicates.ts';
import { createRecordEraser } from './erase/erase.ts';
import { findRecordsByName } from './find.ts';
import { changeHistoryOf } from './history/history.ts';
import { recordedTransitionsOf } from './history/moves.ts';
import { sourceStates } from './judgeSources.ts';
import { findEqualRecords } from './likeAnswers.ts';
import { listVisibleRecords } from './list.ts';
import { mappedSites } from './mappedSites.ts';
import { countOpenProblems } from './openProblems.ts';
import { storedOutcomes } from './operations.ts';
import { getRecord, isValueUnique, savingSource, scopeForNew, visibleIdsAmong } from './read.ts';
import { createRenamePropagation } from './renames/renames.ts';
import { sumVisibleAmounts } from './sums.ts';

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
    codes: createCodeGenerator(database),
    renames: await createRenamePropagation({ database, registry, projector, now, log }),
    crowded: new LRUCache({ max: REMEMBERED_CROWDS }),
  };
  const visits = fillAllProblemVisits(database, registry, { now, log });
  // What failed is filled at the next start. `idle` passes the error on to callers that wait.
  visits.catch(() => undefined);
  const across = {
    countAcross: countAcrossForms,
    listAcross: listAcrossForms,
    dueSites,
    mappedSites,
    openProblems: countOpenProblems,
  };
  const reads = {
    ...across,
    list: listVisibleRecords,
    findByName: findRecordsByName,
    aggregate: aggregateRecords,
    judgeSources: sourceStates,
    sums: sumVisibleAmounts,
    findDuplicates,
    findAlike: findEqualRecords,
    get: getRecord,
    history: changeHistoryOf,
    transitionsOf: recordedTransitionsOf,
    isUnique: isValueUnique,
    scopeForNew,
    seenAmong: visibleIdsAmong,
    changed: changedRecords,
    lastChange: lastVisibleChange,
    recordsById,
    versionsAmong: visibleVersions,
    outcomesAmong: storedOutcomes,
    measure: measureSync,
  };
  const writes = {
    create: createRecord,
    checkAll: checkNewRows,
    createAll: createNewRows,
    update: updateRecord,
    checkUpdates,
    updateAll: updateRecords,
    transition: transitionRecord,
    remove: removeRecord,
    restore: restoreRecord,
  };
  return {
    /** Not guarded. The API receives them through `guardRestricted`. */
    records: bindContext(deps, { ...reads, ...writes }),
    projector,
    /** Erases answers for good, by rule or on request. It checks no permissions. */
    erase: createRecordEraser(deps),
    /** Resolves when every list shows what was written: filled columns and new names. */
    async idle(): Promise<void> {
      await visits;
      await projector.idle();
      await deps.renames.idle();
    },
  };
}
