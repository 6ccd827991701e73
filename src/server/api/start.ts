/**
 * `GET /api/start?path=…`: the answers that the screen at an address of the app begins with, in one response. On a slow line,
 * calls that wait for one another take a round trip each. Every answer is that of the call itself, with its rights and its refusals.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badFilter } from '../../core/errors/failure.ts';
import { COMMON_CALLS, firstCalls } from '../../core/paths/calls.ts';
import { formScreensOf } from '../definitions/screens.ts';
import { checkedQueryOf } from '../http/bodies.ts';
import type { Services } from '../http/services.ts';
import { requireSession } from '../http/session.ts';

/** Headers that the calls inherit. */
const INHERITED = new Set(['authorization', 'accept-language', 'user-agent', 'x-forwarded-for']);

export function registerStartRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/start', async (request, reply) => {
    await requireSession(request, services);
    const { path } = checkedQueryOf<{ path?: string }>(request);
    if (path === undefined) throw badFilter('path');
    const [pathname = '', search = ''] = path.split(/\?(.*)/s);
    const calls = [...COMMON_CALLS, ...firstCalls(formScreensOf(services.registry), { pathname, search })];
    const answers = await Promise.all(calls.map((call) => answerOf(app, request, call)));
    const told = calls.flatMap((call, at) =>
      answers[at] === undefined ? [] : [`${JSON.stringify(call)}:${answers[at]}`],
    );
    return reply.type('application/json; charset=utf-8').send(`{"answers":{${told.join(',')}}}`);
  });
}

/** Returns the JSON that a call answers; undefined if it is refused, which whoever asks on its own is told. */
async function answerOf(
  app: FastifyInstance,
  { headers, raw }: FastifyRequest,
  call: string,
): Promise<string | undefined> {
  const inherited = Object.fromEntries(Object.entries(headers).filter(([name]) => INHERITED.has(name)));
  const { statusCode, payload } = await app.inject({
    method: 'GET',
    url: `/api/${call}`,
    headers: inherited,
    ...(raw.socket.remoteAddress && { remoteAddress: raw.socket.remoteAddress }),
  });
  return statusCode === 200 ? payload : undefined;
}
