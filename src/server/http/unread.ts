/**
 * A request may be answered before its body was read: too large, no login, no such path, disk full. What is still on its
 * way then stands before the next request of the same connection, which a proxy may have given to somebody else; so it is
 * read and thrown away. The answer is out already, and closing at once could take it from a caller who is still sending.
 */
import type { IncomingMessage, Server } from 'node:http';

/** Milliseconds that the rest of a body may take; then the connection is closed. */
const WITHIN = 30_000;

export function discardUnreadBodies(server: Server, within = WITHIN): void {
  server.on('request', (request: IncomingMessage, response) => {
    response.once('finish', () => {
      if (!request.complete && !request.destroyed) discard(request, within);
    });
  });
}

function discard(request: IncomingMessage, within: number): void {
  const deadline = setTimeout(() => request.socket.destroy(), within);
  for (const event of ['end', 'close'] as const) request.once(event, () => clearTimeout(deadline));
  // A parser that stopped in the middle holds the stream back.
  request.unpipe();
  request.resume();
}
