/** The thread in which reports read the embedded database, through a connection of its own that cannot write. */
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from './sqlite/connection.ts';

interface Statement {
  id: number;
  sql: string;
  parameters: unknown[];
}

const { file } = workerData as { file: string };
const connection = connect(file, { readOnly: true });

parentPort?.on('message', ({ id, sql, parameters }: Statement) => {
  try {
    // As text, because many small objects are slow to pass.
    parentPort?.postMessage({ id, rows: JSON.stringify(connection.prepare(sql).all(parameters)) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
