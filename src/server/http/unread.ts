/**
 * Discards the rest of a body that was not read. A request may be answered early: too large, no login, no such path, disk
 * full. The rest of its body would come before the next request on the connection, which a proxy may share between users.
 * Closing at once could lose the response if the caller is still sending.
 */
import type { IncomingMessage, Server } from 'node:http';

/** Milliseconds allowed for the rest of a body. After that, the connection is closed. */
const WITHIN = 30_000;

export function discardUnreadBodies(server: Server, within = WITHIN): void {
  server.on('request', (request: IncomingMessage, response) => {
    response.once('finish', () => {
      if (!request.complete && !request.destroyed) discard(request, within);
    });
  });
}

function discard(request: IncomingMessage, within: number): void {
  const { socket } = request;
  const deadline = setTimeout(() => socket.destroy(), within);
  const done = () => {
    clearTimeout(deadline);
    socket.off('close', done);
  };
  request.once('end', done);
  // An answered request is not told when its connection closes. The deadline would keep a stopping process running.
  socket.once('close', done);
  // A parser that stopped midway blocks the stream.
  request.unpipe();
  request.resume();
}
