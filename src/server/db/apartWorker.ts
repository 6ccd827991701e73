/**
 * The thread in which reports read the embedded database. Each moment has a connection of its own that cannot write, in a
 * transaction that begins with the first statement. Statements run one after another, so that reports take one processor at
 * most. A statement whose moment ends is interrupted: the thread itself goes on meanwhile, because libsql runs it elsewhere.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { connectInThread, type ThreadConnection } from './sqlite/open.ts';

interface Statement {
  moment: number;
  id: number;
  /** Without a statement, the moment ends. */
  sql?: string;
  parameters?: unknown[];
}

/** `close` ends the thread. From outside that would end the whole process if libsql has a statement under way. */
export type SnapshotMessage = Statement | 'close';

/** Milliseconds */
const AGAIN = 20;

const { file } = workerData as { file: string };
const idle: ThreadConnection[] = [];
const open = new Map<number, ThreadConnection>();
const ended = new Set<number>();
let running: number | undefined;
let isClosing = false;
let last: Promise<void> = Promise.resolve();

async function connectionOf(moment: number): Promise<ThreadConnection> {
  const known = open.get(moment);
  if (known) return known;
  const connection = idle.pop() ?? (await connectInThread(file));
  await connection.exec('BEGIN');
  open.set(moment, connection);
  return connection;
}

async function end(moment: number): Promise<void> {
  ended.delete(moment);
  const connection = open.get(moment);
  if (!connection) return;
  open.delete(moment);
  try {
    await connection.exec('COMMIT');
    idle.push(connection);
  } catch {
    // A statement that is still open would keep its moment until its memory is cleared up. The thread takes it along.
    process.exit(1);
  }
}

/**
 * The database writes all rows as one text: only the work before the first row can be interrupted, and very many rows pass faster
 * as a text. Numbers have 15 digits then.
 */
async function read(moment: number, sql: string, parameters: unknown[]): Promise<string> {
  const connection = await connectionOf(moment);
  const columns: { name: string }[] = (await connection.prepare(sql)).columns();
  const cells = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`).join(', ');
  const statement = await connection.prepare(`SELECT json_group_array(json_array(${cells})) AS found FROM (${sql})`);
  running = moment;
  try {
    // Until now nothing ran that could have been interrupted.
    if (isClosing || ended.has(moment)) throw new Error('nobody waits for it any more');
    const [row] = (await statement.all(parameters)) as { found: string }[];
    return `{"columns":${JSON.stringify(columns.map(({ name }) => name))},"rows":${row?.found ?? '[]'}}`;
  } finally {
    running = undefined;
  }
}

async function answer({ moment, id, sql, parameters = [] }: Statement): Promise<void> {
  if (sql === undefined) return end(moment);
  try {
    parentPort?.postMessage({ id, rows: await read(moment, sql, parameters) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

/** Again and again, because a statement that has only just been handed over takes no notice. */
function interrupt(moment: number): void {
  if (running !== moment) return;
  open.get(moment)?.interrupt();
  setTimeout(() => interrupt(moment), AGAIN);
}

parentPort?.on('message', (message: SnapshotMessage) => {
  if (message === 'close') {
    isClosing = true;
    if (running !== undefined) interrupt(running);
    last = last.then(() => process.exit());
    return;
  }
  const { moment, sql } = message;
  if (sql === undefined) {
    ended.add(moment);
    interrupt(moment);
  }
  last = last.then(() => answer(message));
});
