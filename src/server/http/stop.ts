/**
 * Ending a server: what was asked is answered and its connection closed behind the answer, idle connections close at once,
 * those that never finish asking do not keep the others waiting, and what is left at the deadline is cut.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds after the signal. */
const DEADLINES = {
  /** Idle connections: what was sent on one before the signal may not be read yet. */
  idle: 250,
  /** Connections on which nothing was asked completely: a head that is still on its way may arrive until then. */
  unasked: 1_000,
  /** Every connection. */
  connections: 8_000,
  /** The process, whatever else keeps it. */
  process: 10_000,
};
const LOOK_EVERY = 100;

interface Connection {
  /** Responses that are not wholly on their way yet. */
  open: Set<ServerResponse>;
  /** A request came on it at some time. */
  asked: boolean;
}

/** Watches the server's connections from now on; the answer stops it and resolves when every connection is closed. */
export function stopperOf(app: FastifyInstance): () => Promise<void> {
  const { server } = app;
  const connections = new Map<Socket, Connection>();
  let stoppingSince: number | undefined;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { open: new Set(), asked: false });
    socket.once('close', () => connections.delete(socket));
  });
  // Before Fastify's own listener, which may answer at once.
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    if (stoppingSince !== undefined) response.setHeader('connection', 'close');
    const connection = connections.get(socket);
    if (!connection) return;
    connection.asked = true;
    connection.open.add(response);
    response.once('close', () => connection.open.delete(response));
  });
  const closeIdle = () => {
    const since = stoppingSince === undefined ? 0 : Date.now() - stoppingSince;
    for (const [socket, { open, asked }] of connections)
      if (open.size === 0 && since >= (asked ? DEADLINES.idle : DEADLINES.unasked)) socket.destroy();
  };
  // Closing a server calls this; Node's own takes a connection for idle while a long answer is still being sent on it.
  server.closeIdleConnections = closeIdle;
  return async () => {
    stoppingSince = Date.now();
    for (const { open } of connections.values())
      for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close');
    // Two turns of the loop take in the connections that the system has accepted already; closing would reset them.
    await turn();
    await turn();
    const looking = setInterval(closeIdle, LOOK_EVERY);
    const cutting = setTimeout(() => server.closeAllConnections(), DEADLINES.connections);
    await app.close();
    clearInterval(looking);
    clearTimeout(cutting);
  };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Resolves with the first signal to stop. A second one ends the process at once, and so does the deadline. */
export function stopSignal(onDeadline: () => void): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let told = false;
    const listener = (signal: NodeJS.Signals) => {
      if (told) process.exit(1);
      told = true;
      setTimeout(() => {
        onDeadline();
        process.exit(1);
      }, DEADLINES.process).unref();
      resolve(signal);
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, listener);
  });
}
