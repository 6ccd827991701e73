/**
 * Stops a server. Running requests are answered and their connections then closed. Idle connections close at once.
 * Connections without a complete request do not delay the others. Whatever is left at the deadline is cut.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds after the signal. */
const DEADLINES = {
  /** Idle connections. A request sent before the signal may not have been read yet. */
  idle: 250,
  /** Connections without a complete request. A request head on its way may arrive until then. */
  unasked: 1_000,
  /** Every connection. Leaves time for the last seals and for closing the database before the process ends. */
  connections: 6_000,
  /** The process, whatever keeps it running. */
  process: 9_500,
};
const LOOK_EVERY = 100;

interface Connection {
  /** Responses that are not fully sent yet. */
  open: Set<ServerResponse>;
  /** A request has arrived on it at some time. */
  asked: boolean;
}

/** Tracks the server's connections from now on. Returns a function that stops it and resolves when all have closed. */
export function createStopper(app: FastifyInstance): () => Promise<void> {
  const { server } = app;
  const connections = new Map<Socket, Connection>();
  let stoppingSince: number | undefined;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { open: new Set(), asked: false });
    socket.once('close', () => connections.delete(socket));
  });
  // Runs before Fastify's own listener, which may respond at once.
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
  // Called when a server closes. Node's own method treats a connection as idle while a long response is still being sent.
  server.closeIdleConnections = closeIdle;
  return async () => {
    stoppingSince = Date.now();
    for (const { open } of connections.values())
      for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close');
    // Two turns of the event loop pick up connections that the system has already accepted. Closing now would reset them.
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

/** Resolves on the first stop signal. A second signal ends the process at once, and so does the deadline. */
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
