/**
 * Requests that cost much take turns by account, so that one account cannot keep the server from the others: writes and
 * exports. They wait before their body is read, in order, and are refused when too many wait or one waits too long. Reading
 * is not held up. A browser's six connections and a phone that sends its outbox hardly ever wait: four are at work at once.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import PQueue from 'p-queue';
import { Failure } from '../../core/errors/failure.ts';
import { bearerToken } from '../accounts/tokens.ts';
import type { Services } from './services.ts';

export const TURNS = { atOnce: 4, waiting: 100, longestWait: 30_000 };
/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 5;

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const EXPORT = /\/export(?:[/?]|$)|[?&]download=/;
/** Files have a quota and a queue of their own, and arrive slowly. A login has its own limits. */
const APART = /^\/api\/(?:files|auth)\//;

/** What a queue of one account does. */
export type Turns = ReturnType<typeof turnsByAccount>;

export function turnsByAccount({ atOnce, waiting, longestWait } = TURNS) {
  const queues = new Map<string, PQueue>();
  return {
    /** Resolves when it is the account's turn, which lasts until `ended` resolves. Throws account_busy. */
    async take(account: string, ended: Promise<unknown>): Promise<void> {
      const queue = queues.get(account) ?? new PQueue({ concurrency: atOnce });
      queues.set(account, queue);
      if (queue.size >= waiting) throw busy();
      let isGone = false;
      let timer: NodeJS.Timeout | undefined;
      try {
        await new Promise<void>((resolve, reject) => {
          timer = setTimeout(() => reject(busy()), longestWait);
          void queue
            .add(() => {
              if (isGone) return undefined;
              resolve();
              return ended;
            })
            .finally(() => {
              if (queue.size === 0 && queue.pending === 0 && queues.get(account) === queue) queues.delete(account);
            });
        });
      } finally {
        isGone = true;
        clearTimeout(timer);
      }
    },
    /** Number of accounts that are at work. */
    accounts: () => queues.size,
  };
}

function busy(): Failure {
  return new Failure('account_busy', { params: { seconds: RETRY_AFTER } });
}

export function addTurns(app: FastifyInstance, services: Services, turns: Turns = turnsByAccount()): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!takesTurns(request)) return;
    const account = await accountOf(request, services);
    if (account !== undefined) await turns.take(account, closed(reply));
  });
}

function takesTurns({ method, url }: FastifyRequest): boolean {
  if (!url.startsWith('/api/') || APART.test(url)) return false;
  return !READING.has(method) || EXPORT.test(url);
}

/** Returns nothing for whoever is not logged in: the call itself refuses them, or needs no login. */
async function accountOf({ headers }: FastifyRequest, { accounts }: Services): Promise<string | undefined> {
  try {
    return (await accounts.sessions.find(bearerToken(headers.authorization))).account.actor.id;
  } catch {
    return undefined;
  }
}

/** Resolves when the response was sent or its connection is gone. */
function closed({ raw }: FastifyReply): Promise<void> {
  return new Promise((resolve) => {
    if (raw.closed) resolve();
    else raw.once('close', resolve);
  });
}
