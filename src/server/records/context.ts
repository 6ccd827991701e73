/** What every read and write of records works with. */
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
  /** The server's clock. */
  now: () => Date;
  projector: Projector;
  permission: Permission;
  codes: Codes;
  renames: RenamePropagation;
  /** Conditions that very many rows meet, and until when that is taken as so (`list.ts`). */
  crowded: LRUCache<string, number>;
}
