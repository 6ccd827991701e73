/** Sends a response line by line while it is read, compressed, and no faster than the client takes it. */
import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import { acceptsGzip, errorBody, logFailure, toFailure } from '../../http/responses.ts';

const TYPE = 'application/x-ndjson';
/** Takes a quarter of the work of the default level, for a tenth more bytes. */
const LEVEL = 3;
/** Responses of one account at the same time. Each device needs one. */
const AT_ONCE = 6;

const running = new Map<string, number>();

/**
 * `parts` yields several lines at once. Its first part is read before the response begins, so that refusals have their
 * status. A later failure becomes the last line: `{"error"}` with the usual body. Throws busy.
 */
export async function sendLines(
  request: FastifyRequest,
  reply: FastifyReply,
  account: string,
  parts: AsyncGenerator<readonly unknown[]>,
): Promise<FastifyReply> {
  const count = running.get(account) ?? 0;
  if (count >= AT_ONCE) throw new Failure('busy', { params: { seconds: 5 } });
  running.set(account, count + 1);
  let isEnded = false;
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    const left = (running.get(account) ?? 1) - 1;
    if (left > 0) running.set(account, left);
    else running.delete(account);
  };
  let first: IteratorResult<readonly unknown[]>;
  try {
    first = await parts.next();
  } catch (error) {
    end();
    throw error;
  }
  const lines = Readable.from(textOf(request, first, parts), { objectMode: false, highWaterMark: 64 * 1024 });
  lines.once('close', end);
  reply
    .type(TYPE)
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding')
    .header('x-accel-buffering', 'no');
  if (!acceptsGzip(request)) return reply.send(lines);
  // Flushed with each part, so that what was sent can be read if the connection is cut.
  const packed = createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH });
  pipeline(lines, packed, () => undefined);
  return reply.header('content-encoding', 'gzip').send(packed);
}

async function* textOf(
  request: FastifyRequest,
  first: IteratorResult<readonly unknown[]>,
  parts: AsyncGenerator<readonly unknown[]>,
): AsyncGenerator<Buffer> {
  const text = (lines: readonly unknown[]) => Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  try {
    if (first.done) return;
    yield text(first.value);
    for await (const lines of parts) {
      yield text(lines);
      // Other requests run between two parts.
      await new Promise((resolve) => setImmediate(resolve));
    }
  } catch (error) {
    const failure = toFailure(error);
    logFailure(request, failure, error);
    yield text([{ error: errorBody(failure, request.language, String(request.id)), status: failure.status }]);
  } finally {
    await parts.return(undefined);
  }
}
