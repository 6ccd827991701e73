/**
 * `GET /api/start?path=…`: the answers that the screen at an address of the app begins with, in one response. On a slow line,
 * calls that wait for one another take a round trip each. Every answer is that of the call itself, with its rights and its refusals.
 * What changes only with definitions is two thirds of it and has an entity tag: an app that names the tag has it from before.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badFilter } from '../../core/errors/failure.ts';
import { COMMON_CALLS, firstCalls } from '../../core/paths/calls.ts';
import { formScreensOf } from '../definitions/screens.ts';
import { checkedQueryOf } from '../http/bodies.ts';
import { etagOf } from '../http/responses.ts';
import type { Services } from '../http/services.ts';
import { requireSession } from '../http/session.ts';

/** Headers that the calls inherit. */
const INHERITED = new Set(['authorization', 'accept-language', 'user-agent', 'x-forwarded-for']);

/** Answers that are the same at nearly every opening. */
const isLasting = (call: string) => call === 'common' || call.startsWith('definitions');

export function registerStartRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/start', async (request, reply) => {
    await requireSession(request, services);
    const { path, etags: held = [] } = checkedQueryOf<{ path?: string; etags?: string[] }>(request);
    if (path === undefined) throw badFilter('path');
    const [pathname = '', search = ''] = path.split(/\?(.*)/s);
    const calls = [...COMMON_CALLS, ...firstCalls(formScreensOf(services.registry), { pathname, search })];
    const answers = await Promise.all(calls.map((call) => answerOf(app, request, call)));
    const etags = new Map<string, string>();
    const sent: string[] = [];
    for (const [at, call] of calls.entries()) {
      const answer = answers[at];
      if (answer === undefined) continue;
      if (isLasting(call)) etags.set(call, etagOf(answer));
      if (!held.includes(etags.get(call) ?? '')) sent.push(`${JSON.stringify(call)}:${answer}`);
    }
    const body = `{"answers":{${sent.join(',')}},"etags":${JSON.stringify(Object.fromEntries(etags))}}`;
    return reply.type('application/json; charset=utf-8').send(body);
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
