/**
 * One interface to both engines. Rules for callers:
 * - Use `transaction` to write. Inside it, use only the given handle: on SQLite several writes share one commit, so another
 *   handle would wait for itself. Do slow work (hashing passwords, reading files) before it. The work may run again after
 *   a rollback, so it must change nothing but the database.
 * - `read` never waits for a writer and sees what is committed. `kysely` can read and write, one statement at a time.
 */
import type { Kysely, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';
export type Handle = Kysely<Tables>;

export interface DatabaseConfig {
  /** Folder of the embedded database and the attachments. */
  dataDir: string;
  /** PostgreSQL connection string. Without it, the embedded database is used. */
  databaseUrl?: string | undefined;
  /** Connections of the PostgreSQL pool. Default 10. */
  poolSize?: number;
  /** Opens the database only to read, without a lock. So a backup can run beside a server. */
  readOnly?: boolean;
  /** Opens the embedded database beside a running server: without its lock, and without migrations. For short writes only. */
  beside?: boolean;
  /** Runs only these migrations. A restore inserts rows of an older version before it runs the others. */
  migrations?: readonly string[];
  /** Called when another server holds a lock that this one needs (PostgreSQL), and again when it is free. */
  onWaiting?: (words: string) => void;
  /** A pool made by the caller (an in-memory PostgreSQL in tests). */
  pool?: unknown;
}

/** Everything in which the two engines differ, so that most other code need not ask which engine it is. */
export interface Dialect {
  /** Column type of text that sorts in byte order. */
  textType: RawBuilder<unknown>;
  realType: RawBuilder<unknown>;
  /** How many numbers of a code sequence are taken at once. 1 avoids gaps, for engines where writers queue anyway. */
  codeBlock: number;
  /** True if parameters are $1, $2 …, false if they are question marks. */
  numbersParameters: boolean;
  /** Maximum number of bound values per statement. */
  maxParameters: number;
  /** Returns all existing projection tables, or one of them, with columns and indexes, in one query. */
  projections(db: Handle, table?: string): Promise<Map<string, ProjectionState>>;
  /** Creates a projection table. `columns` are its columns besides the key. */
  createProjection(db: Handle, table: string, columns: RawBuilder<unknown>[]): Promise<void>;
  createSearch(db: Handle, table: string): Promise<void>;
  dropSearch(db: Handle, table: string): Promise<void>;
  /** Drops a projection with its indexes and its text index. */
  dropProjection(db: Handle, table: string): Promise<void>;
  /** Column that links a projection row to its text index. Null if the index is on the projection's own column. */
  searchKey: 'rid' | null;
  /** This and the next two exist only with a `searchKey`. Indexes rows after a key; returns the last key, or null. */
  fillSearch?(db: Handle, table: string, after: number): Promise<number | null>;
  /** Adds or replaces the folded text of the projection row with this key. */
  writeSearch?(db: Handle, table: string, row: number | null, text: string, isNew: boolean): Promise<void>;
  /** Removes rows of a projection from its text index, before the rows themselves are deleted. */
  removeSearch?(db: Handle, table: string, ids: string[]): Promise<void>;
  /** Plans how to find rows whose folded text contains all of these words. */
  searchPlan(db: Handle, table: string, words: string[]): Promise<SearchPlan>;
  /** Returns a query's rows as arrays of cells, in the fastest way. `from` is the part of the query between the cells and the order. */
  cellRows(
    db: Handle,
    cells: RawBuilder<unknown>[],
    from: RawBuilder<unknown>,
    order: RawBuilder<unknown>,
  ): Promise<unknown[][]>;
  /** Names a column so that no index on it is chosen. SQLite's planner needs this; PostgreSQL decides by statistics. */
  unindexed(column: string): RawBuilder<unknown>;
  /** Lets nobody else change the rows that a transaction reads, until it ends. SQLite has one writer at a time anyway. */
  locked<Table extends keyof Tables, Row>(query: Query<Table, Row>): Query<Table, Row>;
  /** Runs work in a transaction so that deleted data does not stay in the file, as far as the engine supports it. */
  overwriting<T>(db: Handle, work: () => Promise<T>): Promise<T>;
  /** Returns the size of the database on disk in bytes. */
  size(db: Handle): Promise<number>;
  /** Collects statistics after bulk work. */
  analyze(db: Handle): Promise<void>;
  /**
   * Returns the lowest number that a change of a record which is not visible yet may have (`record_changes`). Changes that
   * are read afterwards and have a lower number are complete.
   */
  nextChange(db: Handle): Promise<number>;
  /** Begins an era of the order of changes, if changes may get numbers that were used before (`0090-change-eras`). */
  beginEra(db: Handle): Promise<void>;
  isUniqueViolation(error: unknown): boolean;
  /** Returns true if the database responds, but is full or read-only. */
  takesNoWrites(error: unknown): boolean;
}

type Query<Table extends keyof Tables, Row> = SelectQueryBuilder<Tables, Table, Row>;

export interface ProjectionState {
  columns: ReadonlySet<string>;
  indexes: ReadonlySet<string>;
  hasSearch: boolean;
}

export interface SearchPlan {
  /** Narrows the rows down with the text index. The words themselves are compared as well. */
  condition: RawBuilder<boolean> | null;
  /** Expression to compare the words with instead of the column, so that the index is not searched for them again. */
  compared?: RawBuilder<string>;
  /** True if no index serves the words. Then only the first rows in order are looked at. */
  isScan: boolean;
}

export interface Database {
  engine: Engine;
  kysely: Handle;
  read: Handle;
  dialect: Dialect;
  /**
   * Returns a text that changes whenever the data that a reader sees changes, whoever writes (this process, another one, a
   * person with a database tool). It is cheap, so results of reads can be cached while it stays the same.
   */
  stamp(): Promise<string>;
  /** Returns how often this process noticed that the database runs anew. What was reserved before may be lost (failover). */
  restarts(): number;
  transaction<T>(work: (trx: Handle) => Promise<T>): Promise<T>;
  /** Runs work whose writes do not each wait for the disk (filling a store). At its end everything is on disk. */
  bulk<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work that only one process per database may do at a time. Waits for another holder, unless that died. */
  hold<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Numbers of pool connections by state. Absent if there is no pool. */
  connections?(): Record<'busy' | 'idle' | 'waiting', number>;
  close(): Promise<void>;
}

/** Another process has locked the data folder. */
export class DataFolderInUse extends Error {
  constructor(folder: string, holder: string | null) {
    super(
      `The data folder ${folder} is in use by another running Amanat${holder ? ` (process ${holder})` : ''}. Stop that one first, or choose another folder with DATA_DIR.`,
    );
    this.name = 'DataFolderInUse';
  }
}
