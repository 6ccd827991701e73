/** Dependencies shared by all reads and writes of records. */
import type { LRUCache } from 'lru-cache';
import type { Database, Handle } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { Projector } from '../projections/projector.ts';
import type { Codes } from './codes.ts';
import type { Permission } from './permission.ts';
import type { RenamePropagation } from './renames.ts';

export interface RecordDeps {
  database: Database;
  read: Handle;
  registry: FormRegistry;
  /** Returns the server's current time. */
  now: () => Date;
  projector: Projector;
  permission: Permission;
  codes: Codes;
  renames: RenamePropagation;
  /** Conditions that very many rows meet, with the time until which this is assumed (`list.ts`). */
  crowded: LRUCache<string, number>;
}
