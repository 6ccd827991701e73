/** What every read and write of records works with, opened once. */
import type { Database, Handle } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { createProjector, type Projector, type ReadAnswers } from '../projections/projector.ts';
import { type Codes, createCodes } from './codes.ts';
import { type Commit, createCommit } from './commit.ts';
import { upgradeAnswers } from './history/upgrade.ts';
import { createList } from './list.ts';
import { createPermission, type Permission } from './permission.ts';
import { createPrepare, type Prepare } from './prepare.ts';
import { createRenamePropagation, type RenamePropagation } from './renames.ts';
import type { Records } from './types.ts';

export interface RecordsOptions {
  database: Database;
  registry: FormRegistry;
  /** The server's clock. */
  now?: () => Date;
}

export interface RecordDeps {
  database: Database;
  read: Handle;
  registry: FormRegistry;
  now: () => Date;
  answers: ReadAnswers;
  projector: Projector;
  permission: Permission;
  prepare: Prepare;
  codes: Codes;
  commit: Commit;
  renames: RenamePropagation;
  list: Records['list'];
}

export async function openRecordDeps({
  database,
  registry,
  now = () => new Date(),
}: RecordsOptions): Promise<RecordDeps> {
  const answers = upgradeAnswers(registry);
  const projector = await createProjector(database, registry, answers);
  const permission = createPermission(registry);
  return {
    database,
    read: database.read,
    registry,
    now,
    answers,
    projector,
    permission,
    prepare: createPrepare(registry, permission),
    codes: createCodes(database),
    commit: createCommit(projector, database.dialect),
    renames: await createRenamePropagation({ database, registry, projector, answers, now }),
    list: createList({ database, registry, permission, projector }),
  };
}
