/**
 * Runs the statements of reports apart from other requests, all statements of one report at the same moment: on SQLite in a
 * thread, because a statement blocks the thread that runs it; on PostgreSQL through connections of their own, so that reports
 * cannot take all of the pool. A moment that is read holds back no writer, but keeps the write-ahead log (SQLite) and old
 * rows (PostgreSQL), so it ends after `LONGEST`.
 */
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyPlugin,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { Failure } from '../../core/errors/failure.ts';
import { threadFilePath } from '../root.ts';
import type { SnapshotMessage } from './apartWorker.ts';
import type { Database, Handle } from './database.ts';
import { openDatabase } from './open.ts';
import { databaseFile } from './sqlite/open.ts';
import type { Tables } from './tables.ts';

/**
 * Gives the work a handle that reads, with every statement, what was committed when the work began. Once `gone` is aborted,
 * nobody waits for the work any more: a running statement is interrupted, and further ones are refused.
 */
export type SnapshotRead = <T>(work: (read: Handle) => Promise<T>, gone?: AbortSignal) => Promise<T>;

/** The same for one moment. What is given to `end` happens when it has to end before its work does. */
type Open = <T>(work: (read: Handle) => Promise<T>, end: AbortSignal) => Promise<T>;

/** Moments that are read at the same time. Further ones wait. */
const MOST = 3;
const LONGEST = 30_000;
/** Milliseconds between attempts to end a statement that nobody waits for. */
const CANCEL_AGAIN = 100;

export interface SnapshotRunner {
  atOnce: SnapshotRead;
  close(): Promise<void>;
}

interface Options {
  database: Database;
  dataDir: string;
  databaseUrl: string | undefined;
  /** True if the caller made the pool. Then there is no second connection, and no moment. */
  hasPool: boolean;
  /** Milliseconds after which a moment ends. Default `LONGEST`. */
  longest?: number;
}

export function createSnapshotRunner({
  database,
  dataDir,
  databaseUrl,
  hasPool,
  longest = LONGEST,
}: Options): SnapshotRunner {
  const { open, close } =
    database.engine === 'sqlite'
      ? threadMoments(databaseFile(dataDir))
      : hasPool || databaseUrl === undefined
        ? { open: ((work) => work(database.read)) as Open, close: async () => undefined }
        : poolMoments({ dataDir, databaseUrl }, longest);
  const inTurn = turns();
  return {
    close,
    atOnce: (work, gone) =>
      inTurn(async () => {
        const tooLong = AbortSignal.timeout(longest);
        const end = gone ? AbortSignal.any([gone, tooLong]) : tooLong;
        const why = () =>
          new Failure('unavailable', {
            detail: tooLong.aborted ? 'the report took too long' : 'nobody waits for the report any more',
          });
        try {
          if (end.aborted) throw why();
          return await open(async (read) => {
            // The first statement that reads decides which moment it is.
            await sql`SELECT 1 FROM settings LIMIT 1`.execute(read);
            return work(read.withPlugin(endingAt(end, why)));
          }, end);
        } catch (error) {
          throw end.aborted ? why() : error;
        }
      }),
  };
}

function turns() {
  const waiting: (() => void)[] = [];
  let open = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (open < MOST) open += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else open -= 1;
    }
  };
}

function endingAt(end: AbortSignal, why: () => Failure): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (end.aborted) throw why();
      return result;
    },
  };
}

/**
 * Reports take a smaller share of PostgreSQL than its settings would give them: without helpers, a statement takes one
 * processor, and others the rest.
 */
function poolMoments(
  config: { dataDir: string; databaseUrl: string },
  longest: number,
): { open: Open; close(): Promise<void> } {
  let own: Promise<Database> | undefined;
  return {
    async open(work, end) {
      // One more than is read at the same time, to cancel the others: processes have numbers of their own on each server.
      own ??= openDatabase({ ...config, poolSize: MOST + 1, readOnly: true });
      const { kysely } = await own;
      const moment = kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
      return moment.execute(async (read) => {
        const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid,
          set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true),
          set_config('statement_timeout', ${String(longest)}, true)`.execute(read);
        let cancelled: Promise<void> | undefined;
        let isRunning = true;
        // Again and again: the first time, the statement may be on its way.
        const untilEnd = async () => {
          while (isRunning) {
            await sql`SELECT pg_cancel_backend(${rows[0]?.pid ?? 0}::int)`.execute(kysely).catch(() => undefined);
            await setTimeout(CANCEL_AGAIN);
          }
        };
        const cancel = () => {
          cancelled ??= untilEnd();
        };
        end.addEventListener('abort', cancel);
        if (end.aborted) cancel();
        try {
          return await work(read);
        } finally {
          end.removeEventListener('abort', cancel);
          isRunning = false;
          // Before others get the connection, so that it is not their statement that is cancelled.
          await cancelled;
        }
      });
    },
    close: async () => (await own)?.close(),
  };
}

interface Reply {
  id: number;
  rows?: string;
  error?: string;
}

interface Waiting {
  resolve(rows: string): void;
  reject(error: Error): void;
}

/** The thread starts with the first report. After a failure of the thread, the next report starts another one. */
function threadMoments(file: string): { open: Open; close(): Promise<void> } {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let last = 0;
  const start = (): Worker => {
    const made = new Worker(threadFilePath('report-worker'), { workerData: { file }, execArgv: [] });
    // A server that stops does not wait for a report.
    made.unref();
    const fail = (error: Error) => {
      if (worker === made) worker = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    made.on('message', ({ id, rows, error }: Reply) => {
      const one = waiting.get(id);
      waiting.delete(id);
      if (rows === undefined) one?.reject(new Error(error));
      else one?.resolve(rows);
    });
    made.on('error', fail);
    made.on('exit', () => fail(new Error('the thread of reports ended')));
    return made;
  };
  return {
    async open(work, end) {
      worker ??= start();
      const thread = worker;
      last += 1;
      const moment = last;
      const ask = ({ sql, parameters }: CompiledQuery): Promise<string> => {
        // Another thread would read another moment.
        if (worker !== thread || end.aborted) return Promise.reject(new Error('the moment of the report ended'));
        last += 1;
        const id = last;
        return new Promise((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          thread.postMessage({ id, moment, sql, parameters });
        });
      };
      const letGo = () => thread.postMessage({ moment });
      end.addEventListener('abort', letGo);
      try {
        return await work(handleOver(ask));
      } finally {
        end.removeEventListener('abort', letGo);
        if (!end.aborted) letGo();
      }
    },
    async close() {
      if (!worker) return;
      const thread = worker;
      thread.ref();
      const gone = new Promise((resolve) => thread.once('exit', resolve));
      thread.postMessage('close' satisfies SnapshotMessage);
      await gone;
    },
  };
}

function rowsOf<R>(text: string): R[] {
  const { columns, rows } = JSON.parse(text) as { columns: string[]; rows: unknown[][] };
  return rows.map((cells) => {
    const row: Record<string, unknown> = {};
    for (const [at, name] of columns.entries()) row[name] = cells[at];
    return row as R;
  });
}

function handleOver(ask: (query: CompiledQuery) => Promise<string>): Handle {
  const nothing = async () => undefined;
  const refuse = () => Promise.reject(new Error('a moment is only read'));
  const connection: DatabaseConnection = {
    executeQuery: async (query) => ({ rows: rowsOf(await ask(query)) }),
    streamQuery() {
      throw new Error('rows of a moment are read at once');
    },
  };
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: nothing,
    destroy: nothing,
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
