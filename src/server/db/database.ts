/**
 * One interface over both engines. Rules for callers:
 * - `transaction` is the way to write. Inside it use only the handle you are given: on SQLite several writes share one
 *   commit, so a second handle would wait for itself. Do slow work (hashing passwords, reading files) before it. The work
 *   may be done again after a rollback: it changes nothing but the database.
 * - `read` never waits for a writer and sees what is committed; `kysely` may do both, one statement at a time.
 */
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';
export type Handle = Kysely<Tables>;

export interface DatabaseConfig {
  /** Folder of the embedded database and of the attachments. */
  dataDir: string;
  /** PostgreSQL connection string; without it the embedded database is used. */
  databaseUrl?: string | undefined;
  /** Connections of the PostgreSQL pool; default 10. */
  poolSize?: number;
  /** Look only: takes no lock, so that a backup runs beside a server. */
  readOnly?: boolean;
  /** Bring the tables only as far as these migrations: a restore puts rows of an older version in before the others run. */
  migrations?: readonly string[];
  /** Told when another server holds what this one needs (PostgreSQL), and when it is free. */
  onWaiting?: (words: string) => void;
  /** A pool made by the caller (an in-memory PostgreSQL in tests). */
  pool?: unknown;
}

/** Everything in which the two engines differ, so that nobody else has to ask which one it is. */
export interface Dialect {
  /** Column type of text with plain byte order. */
  textType: RawBuilder<unknown>;
  realType: RawBuilder<unknown>;
  /** How many numbers of a code sequence are taken at once: 1 leaves no gaps where writers queue anyway. */
  codeBlock: number;
  /** true: parameters are $1, $2 …; false: question marks. */
  numbersParameters: boolean;
  /** Bound values one statement may carry. */
  maxParameters: number;
  /** Every projection table that is there, or one of them, with what it consists of, asked at once. */
  projections(db: Handle, table?: string): Promise<Map<string, ProjectionState>>;
  /** `columns`: what the table has besides its key. */
  createProjection(db: Handle, table: string, columns: RawBuilder<unknown>[]): Promise<void>;
  createSearch(db: Handle, table: string): Promise<void>;
  dropSearch(db: Handle, table: string): Promise<void>;
  /** Remove a projection with its indexes and its text index. */
  dropProjection(db: Handle, table: string): Promise<void>;
  /** Column that identifies a projection row to the text index, or null where that lies on the projection's own column. */
  searchKey: 'rid' | null;
  /** The rest only where it does not. Puts the texts of the rows behind a key into a new index; done when it answers null. */
  fillSearch?(db: Handle, table: string, after: number): Promise<number | null>;
  /** Puts or replaces the folded text of the projection row with this key. */
  writeSearch?(db: Handle, table: string, row: number | null, text: string, isNew: boolean): Promise<void>;
  /** Take rows of a projection out of its text index, before they go themselves. */
  removeSearch?(db: Handle, table: string, ids: string[]): Promise<void>;
  /** How to find rows whose folded text contains every one of these words. */
  searchPlan(db: Handle, table: string, words: string[]): Promise<SearchPlan>;
  /** Rows of a query as arrays of their cells, in the way that costs least; `from` is what follows SELECT and the cells. */
  cellRows(db: Handle, cells: RawBuilder<unknown>[], from: RawBuilder<unknown>): Promise<unknown[][]>;
  /** Names a column so that no index on it is chosen (SQLite's planner must be told; others decide by statistics). */
  unindexed(column: string): RawBuilder<unknown>;
  /** Work inside a transaction after which the file holds nothing of what was deleted, as far as the engine can do it. */
  overwriting<T>(db: Handle, work: () => Promise<T>): Promise<T>;
  /** Bytes of the database on the disk. */
  size(db: Handle): Promise<number>;
  /** Collect statistics after bulk work. */
  analyze(db: Handle): Promise<void>;
  isUniqueViolation(error: unknown): boolean;
  /** The database answers, but has no room or is read-only. */
  takesNoWrites(error: unknown): boolean;
}

export interface ProjectionState {
  columns: ReadonlySet<string>;
  indexes: ReadonlySet<string>;
  hasSearch: boolean;
}

export interface SearchPlan {
  /** Narrows the rows down through the text index; the words themselves are compared besides. */
  condition: RawBuilder<boolean> | null;
  /** What the words are compared with, where not the column itself: then no index is asked for them again. */
  compared?: RawBuilder<string>;
  /** true: no index serves the words, so only the first rows in order are looked at. */
  isScan: boolean;
}

export interface Database {
  engine: Engine;
  kysely: Handle;
  read: Handle;
  dialect: Dialect;
  /**
   * Text that stays the same exactly as long as what a reader sees stays the same, whoever writes (this process, another
   * one, a person with a database tool). Cheap: what was worked out from reads may be given again while it holds.
   */
  stamp(): Promise<string>;
  transaction<T>(work: (trx: Handle) => Promise<T>): Promise<T>;
  /** Do work whose writes need not each wait for the disk (filling a store); everything is on the disk at its end. */
  bulk<T>(work: () => Promise<T>): Promise<T>;
  /** Do work that only one process on this database may do at a time; waits for another holder. One that died does not block. */
  hold<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Connections of a pool by what they do; not where there is none. */
  connections?(): Record<'busy' | 'idle' | 'waiting', number>;
  close(): Promise<void>;
}

/** Another process holds the data folder. */
export class DataFolderInUse extends Error {
  constructor(folder: string, holder: string | null) {
    super(
      `The data folder ${folder} is in use by another running Amanat${holder ? ` (process ${holder})` : ''}. Stop that one first, or choose another folder with DATA_DIR.`,
    );
    this.name = 'DataFolderInUse';
  }
}
