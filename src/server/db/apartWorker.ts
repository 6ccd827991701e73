/**
 * The thread in which reports read the embedded database. Each moment has a connection of its own that cannot write, in a
 * transaction that begins with the first statement.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from './sqlite/connection.ts';

interface Statement {
  moment: number;
  id: number;
  /** Without a statement, the moment ends. */
  sql?: string;
  parameters?: unknown[];
}

const { file } = workerData as { file: string };
const idle: ReturnType<typeof connect>[] = [];
const open = new Map<number, ReturnType<typeof connect>>();

function connectionOf(moment: number): ReturnType<typeof connect> {
  const known = open.get(moment);
  if (known) return known;
  const connection = idle.pop() ?? connect(file, { readOnly: true });
  connection.exec('BEGIN');
  open.set(moment, connection);
  return connection;
}

function end(moment: number): void {
  const connection = open.get(moment);
  if (!connection) return;
  open.delete(moment);
  try {
    connection.exec('COMMIT');
    idle.push(connection);
  } catch {
    // A statement that failed may still be open.
    connection.close();
  }
}

parentPort?.on('message', ({ moment, id, sql, parameters = [] }: Statement) => {
  if (sql === undefined) return end(moment);
  try {
    // As text, because many small objects are slow to pass.
    parentPort?.postMessage({ id, rows: JSON.stringify(connectionOf(moment).prepare(sql).all(parameters)) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
