/** Dependencies shared by all reads and writes of records. */
import type { LRUCache } from 'lru-cache';
import type { SavingDeps } from '../../core/saving/types.ts';
import type { Database, Handle } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { Projector } from '../projections/projector.ts';
import type { CodeGenerator } from './codes.ts';
import type { RenamePropagation } from './renames/renames.ts';

export interface RecordDeps extends SavingDeps {
  database: Database;
  read: Handle;
  registry: FormRegistry;
  projector: Projector;
  codes: CodeGenerator;
  renames: RenamePropagation;
  /** Conditions that very many rows meet, with the time until which this is assumed (`list.ts`). */
  crowded: LRUCache<string, number>;
}
