/**
 * Long work whose response is sent line by line: `{"step","done"}` while it runs, then `{"result"}` or `{"error"}` with the
 * body and status of a normal response. If the client hangs up, the next progress report stops the work.
 */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, logFailure, toFailure } from '../http/responses.ts';
import type { OnRowProgress } from '../records/types.ts';
import type { ApiCall } from './call.ts';

const TYPE = 'application/x-ndjson';
/** Least milliseconds between two lines. */
const EVERY = 80;

/** The client hung up before the work was done. */
class Left extends Error {}

/** Resolves when a stream takes more, or is closed. Neither listener stays. */
async function drained(stream: PassThrough): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]);
  waiting.abort();
}

export function wantsProgressLines(request: FastifyRequest): boolean {
  return request.headers.accept?.includes(TYPE) === true;
}

export function streamProgress(
  { request, reply, language }: ApiCall,
  work: (watch: OnRowProgress, send: (line: unknown) => Promise<void>) => Promise<unknown>,
): FastifyReply {
  const lines = new PassThrough();
  let isLeft = false;
  let last = 0;
  const write = (line: unknown) => lines.write(`${JSON.stringify(line)}\n`);
  reply.raw.on('close', () => {
    isLeft = !reply.raw.writableFinished;
  });
  const watch: OnRowProgress = async (step, done) => {
    if (isLeft) throw new Left('the caller hung up');
    const now = performance.now();
    if (now - last < EVERY) return;
    last = now;
    write({ step, done });
    // Only after this turn of the event loop are lines sent and a hang-up noticed.
    await new Promise((resolve) => setImmediate(resolve));
  };
  /** Waits until the client takes more, so that a slow one does not fill the memory. */
  const send = async (line: unknown): Promise<void> => {
    if (!isLeft && !write(line)) await drained(lines);
    if (isLeft) throw new Left('the caller hung up');
  };
  const finish = async (): Promise<void> => {
    try {
      write({ result: await work(watch, send) });
    } catch (error) {
      if (error instanceof Left) return;
      const failure = toFailure(error);
      logFailure(request, failure, error);
      write({ error: errorBody(failure, language, String(request.id)), status: failure.status });
    } finally {
      lines.end();
    }
  };
  void finish();
  return reply.type(TYPE).header('cache-control', 'no-store').header('x-accel-buffering', 'no').send(lines);
}
