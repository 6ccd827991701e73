/**
 * Runs the statements of reports apart from other requests: on SQLite in a thread, because a statement blocks the thread
 * that runs it; on PostgreSQL through two connections of their own, so that reports cannot take all of the pool.
 */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';
import { databaseFile } from './sqlite/open.ts';

/** Reads rows. Long statements run apart from the requests. */
export type Run = <Row>(query: RawBuilder<Row>) => Promise<Row[]>;

const CONNECTIONS = 2;
const isBuilt = !import.meta.url.endsWith('.ts');

export interface Runner {
  run: Run;
  close(): Promise<void>;
}

interface Options {
  database: Database;
  dataDir: string;
  databaseUrl: string | undefined;
  /** True if the caller made the pool. Then there is no second connection. */
  hasPool: boolean;
}

export function createRunner({ database, dataDir, databaseUrl, hasPool }: Options): Runner {
  if (database.engine === 'sqlite') return threadRunner(database, databaseFile(dataDir));
  if (hasPool || databaseUrl === undefined) {
    return { run: async (query) => (await query.execute(database.read)).rows, close: async () => undefined };
  }
  let own: Promise<Database> | undefined;
  return {
    async run(query) {
      own ??= openDatabase({ dataDir, databaseUrl, poolSize: CONNECTIONS, readOnly: true });
      return (await query.execute((await own).read)).rows;
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
function threadRunner(database: Database, file: string): Runner {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let last = 0;
  const start = (): Worker => {
    const made = new Worker(
      new URL(isBuilt ? './report-worker.js' : '../files/thread-from-sources.mjs', import.meta.url),
      {
        workerData: { file, source: new URL('./apartWorker.ts', import.meta.url).href },
        execArgv: [],
      },
    );
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
  const ask = ({ sql, parameters }: CompiledQuery): Promise<string> => {
    worker ??= start();
    last += 1;
    const id = last;
    const thread = worker;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      thread.postMessage({ id, sql, parameters });
    });
  };
  return {
    async run(query) {
      return JSON.parse(await ask(query.compile(database.read) as CompiledQuery));
    },
    close: async () => void (await worker?.terminate()),
  };
}
