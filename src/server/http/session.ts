/**
 * Identifies the user of a request, their language and calendar. Routes that need a login call `requireSession`, `requireActor` or `actorAllowedTo`. The
 * language is that of Accept-Language (en, fa, pa; also ps and prs), otherwise of the account.
 *
 * Requests that cost much take turns by account, so that one account cannot keep the server from the others: writes, exports, and
 * what a screen begins with, which is several calls in one. They wait before their body is read, in order, and are refused when too
 * many wait or one waits too long. Other reading is not held up. A browser's six connections and a phone that sends its outbox hardly
 * ever wait: four are at work at once, and one with a large body, since reading such a one is the longest piece of work that others
 * wait for.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { mayMakeCall } from '../../core/records/ownWork.ts';
import { mayActSystemWide } from '../../core/records/scope.ts';
import type { Actor } from '../../core/records/types.ts';
import { type Calendar, defaultCalendar } from '../../core/text/dates.ts';
import { fromWireLanguage, type Language } from '../../core/text/languages.ts';
import { bearerToken, type Session } from '../accounts/sessions.ts';
import type { Services } from './services.ts';

const KNOWN = new Set(['en', 'fa', 'pa', 'ps', 'prs']);

/** Returns the first known language of the header; undefined if there is none. */
function acceptedLanguage(header: string | undefined): Language | undefined {
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const code = part.split(';')[0]?.trim().toLowerCase().split('-')[0] ?? '';
    if (KNOWN.has(code)) return fromWireLanguage(code === 'prs' ? 'fa' : code);
  }
  return undefined;
}

/** Returns the language of the documented `localSuffix` of downloads, otherwise the user's own. */
export function readLocalSuffix(suffix: unknown, own: Language): Language {
  return typeof suffix === 'string' && KNOWN.has(suffix) ? fromWireLanguage(suffix) : own;
}

/** Returns the calendar that a query asks for, otherwise that of the language. */
export function readCalendar(calendar: unknown, language: Language): Calendar {
  return calendar === 'solar' || calendar === 'gregorian' ? calendar : defaultCalendar(language);
}

declare module 'fastify' {
  interface FastifyRequest {
    language: Language;
    session: Session | null;
  }
}

/** Paths that a person with a one-time password may still use. */
const BEFORE_NEW_PASSWORD = /^\/api\/(auth\/|session$|common$)/;

export function addSessions(app: FastifyInstance): void {
  app.decorateRequest('language', 'en');
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request) => {
    request.language = acceptedLanguage(request.headers['accept-language']) ?? 'en';
  });
}

/**
 * Returns the user's session. `call` names what is called, for a route that serves several. Throws unauthorized or session_ended
 * (401), password_change_required, or forbidden (403) if the session may not make such a call.
 */
export async function requireSession(
  request: FastifyRequest,
  services: Services,
  call = callTo(request),
): Promise<Session> {
  const session = await services.accounts.sessions.find(bearerToken(request.headers.authorization));
  request.session = session;
  const { actor, must_change_password } = session.account;
  if (!acceptedLanguage(request.headers['accept-language'])) request.language = actor.language;
  if (!mayMakeCall(actor, call)) throw new Failure('forbidden');
  const isWaiting = must_change_password && !actor.taken_in_by;
  if (isWaiting && !BEFORE_NEW_PASSWORD.test(patternOf(request))) throw new Failure('password_change_required');
  return session;
}

/** The pattern, not the address: letters of an address can be written as %61. */
const patternOf = (request: FastifyRequest) => request.routeOptions.url ?? '';

const callTo = (request: FastifyRequest) => `${request.method} ${patternOf(request)}`;

/** Returns the user's actor, in the language of this request. Throws what `requireSession` throws. */
export async function requireActor(request: FastifyRequest, services: Services, call?: string): Promise<Actor> {
  const { account } = await requireSession(request, services, call);
  const { actor } = account;
  if (actor.language === request.language) return actor;
  let inLanguage = translated.get(actor);
  if (!inLanguage) {
    inLanguage = {};
    translated.set(actor, inLanguage);
  }
  inLanguage[request.language] ??= { ...actor, language: request.language };
  return inLanguage[request.language] as Actor;
}

/** Returns the user's actor if they may do this action of the engine. Throws forbidden. */
export async function actorAllowedTo(request: FastifyRequest, services: Services, action: string): Promise<Actor> {
  const actor = await requireActor(request, services);
  if (!mayActSystemWide(actor, action, services.registry.common().permissions)) throw new Failure('forbidden');
  return actor;
}

/** One actor object per session and language, so that results cached by actor are found again on the next request. */
const translated = new WeakMap<Actor, Partial<Record<Language, Actor>>>();

const TURNS = { atOnce: 4, waiting: 100, longestWait: 30_000 };
/** Bytes of a body from which it is large. Hardly any record has as many; files come apart. */
const LARGE = 100_000;
/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 5;

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const EXPORT = /\/export\/*$/;
const START = '/api/start';
/** Files have a quota and a queue of their own, and arrive slowly. A login has its own limits. */
const APART = /^\/api\/(?:files|auth)\//;

/** What a queue of one account does. */
export type AccountQueues = ReturnType<typeof accountQueues>;

interface Line {
  working: number;
  /** Those that wait, in order. Whoever gives up leaves, which a queue of `p-queue` would only notice at their turn. */
  waiting: Set<() => void>;
}

export function accountQueues({ atOnce, waiting, longestWait } = TURNS) {
  const lines = new Map<string, Line>();

  const wait = (line: Line, ended: Promise<unknown>): Promise<void> =>
    new Promise((resolve, reject) => {
      if (line.waiting.size >= waiting) throw busy();
      const begin = () => {
        clearTimeout(timer);
        line.waiting.delete(begin);
        resolve();
      };
      const giveUp = () => {
        clearTimeout(timer);
        if (line.waiting.delete(begin)) reject(busy());
      };
      const timer = setTimeout(giveUp, longestWait);
      line.waiting.add(begin);
      void ended.then(giveUp);
    });

  return {
    /** Resolves when it is the account's turn, which lasts until `ended` resolves. Throws account_busy. */
    async take(account: string, ended: Promise<unknown>): Promise<void> {
      const line = lines.get(account) ?? { working: 0, waiting: new Set() };
      lines.set(account, line);
      if (line.working < atOnce) line.working += 1;
      else await wait(line, ended);
      void ended.then(() => {
        // The next one takes over the place.
        const [next] = line.waiting;
        if (next) next();
        else line.working -= 1;
        if (line.working === 0) lines.delete(account);
      });
    },
    /** Number of accounts that are at work. */
    accounts: () => lines.size,
  };
}

function busy(): Failure {
  return new Failure('account_busy', { params: { seconds: RETRY_AFTER } });
}

export function addAccountQueues(
  app: FastifyInstance,
  services: Services,
  turns: AccountQueues = accountQueues(),
): void {
  const large = accountQueues({ ...TURNS, atOnce: 1 });
  app.addHook('onRequest', async (request, reply) => {
    if (!takesTurns(request)) return;
    const account = await accountOf(request, services);
    if (account === undefined) return;
    const ended = closed(reply);
    if (isLarge(request)) await large.take(account, ended);
    await turns.take(account, ended);
  });
}

/** A body of unknown length counts as a large one. */
function isLarge({ method, headers }: FastifyRequest): boolean {
  return !READING.has(method) && Number(headers['content-length'] ?? LARGE) >= LARGE;
}

/** By the route and what it matched, since an address may be written in many ways: `/%61pi/schools/%65xport`. */
function takesTurns({ method, routeOptions: { url: route = '' }, params, query }: FastifyRequest): boolean {
  if (!route.startsWith('/api/') || APART.test(route)) return false;
  if (!READING.has(method) || route === START) return true;
  // What lies below the base of a form is matched by one route.
  const { '*': below = '' } = params as { '*'?: string };
  return EXPORT.test(route) || EXPORT.test(`/${below}`) || Object.hasOwn(query as object, 'download');
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
