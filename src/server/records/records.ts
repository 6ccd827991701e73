/** Every read and write of records, with scope decided inside, put together from its parts. */
import type { Projector } from '../projections/projector.ts';
import { createAggregate } from './aggregate.ts';
import { remove } from './changes/remove.ts';
import { restore } from './changes/restore.ts';
import { transition } from './changes/transition.ts';
import { update } from './changes/update.ts';
import { openRecordDeps, type RecordsOptions } from './context.ts';
import { create } from './create.ts';
import { checkAll, createAll } from './createMany.ts';
import { createSame } from './duplicates.ts';
import { createErase, type Erase } from './erase/erase.ts';
import { counts, get, history, isUnique, scopeForNew, seenAmong } from './read.ts';
import type { Records } from './types.ts';

/** The records with what maintenance needs beside them. */
export interface RecordService {
  /** Before the guard: what the API gets goes through `guardRestricted`. */
  records: Records;
  projector: Projector;
  /** Erasing answers for good, by rule or on request; asks nobody's rights. */
  erase: Erase;
  /** Resolves when every list shows what was written: filled columns, new names. */
  idle(): Promise<void>;
}

export async function createRecords(options: RecordsOptions): Promise<RecordService> {
  const deps = await openRecordDeps(options);
  const { projector, renames, list } = deps;
  return {
    records: {
      list,
      aggregate: createAggregate(deps),
      findDuplicates: createSame(deps),
      get: get.bind(null, deps),
      history: history.bind(null, deps),
      counts: counts.bind(null, deps),
      isUnique: isUnique.bind(null, deps),
      scopeForNew: scopeForNew.bind(null, deps),
      seenAmong: seenAmong.bind(null, deps),
      create: create.bind(null, deps),
      checkAll: checkAll.bind(null, deps),
      createAll: createAll.bind(null, deps),
      update: update.bind(null, deps),
      transition: transition.bind(null, deps),
      remove: remove.bind(null, deps),
      restore: restore.bind(null, deps),
    },
    projector,
    erase: createErase(deps),
    async idle() {
      await projector.idle();
      await renames.idle();
    },
  };
}
