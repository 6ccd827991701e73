/**
 * Long work whose answer comes line by line: `{"step","done"}` while it goes on, at last `{"result"}` or `{"error"}` with
 * the body and status another answer would have had. When the caller hangs up, the work is told so by its next step.
 */
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asFailure, errorBody } from '../../http/errors.ts';
import { addressOf, routeOf } from '../../http/logLine.ts';
import type { OnProgress } from '../../records/types.ts';
import type { Call } from '../call.ts';

const TYPE = 'application/x-ndjson';
/** Milliseconds between two lines. */
const EVERY = 80;

/** The caller hung up before the work was done. */
class Left extends Error {}

export function wantsLines(request: FastifyRequest): boolean {
  return request.headers.accept?.includes(TYPE) === true;
}

export function answerInLines(
  { request, reply, language }: Call,
  work: (watch: OnProgress) => Promise<unknown>,
): FastifyReply {
  const lines = new PassThrough();
  let isLeft = false;
  let last = 0;
  const write = (line: unknown) => lines.write(`${JSON.stringify(line)}\n`);
  reply.raw.on('close', () => {
    isLeft = !reply.raw.writableFinished;
  });
  const watch: OnProgress = async (step, done) => {
    if (isLeft) throw new Left('the caller hung up');
    const now = performance.now();
    if (now - last < EVERY) return;
    last = now;
    write({ step, done });
    // Lines leave, and a hang-up is noticed, only when this turn ends.
    await new Promise((resolve) => setImmediate(resolve));
  };
  const finish = async (): Promise<void> => {
    try {
      write({ result: await work(watch) });
    } catch (error) {
      if (error instanceof Left) return;
      const failure = asFailure(error);
      if (failure.status >= 500)
        request.log.error({ err: error, route: routeOf(request), ...addressOf(request.url) }, 'request failed');
      write({ error: errorBody(failure, language, String(request.id)), status: failure.status });
    } finally {
      lines.end();
    }
  };
  void finish();
  return reply.type(TYPE).header('cache-control', 'no-store').header('x-accel-buffering', 'no').send(lines);
}
