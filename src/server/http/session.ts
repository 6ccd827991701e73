/**
 * Identifies the user of a request, their language and calendar. Routes that need a login call `callerOf`, `actorOf` or `actorAllowedTo`. The
 * language is that of Accept-Language (en, fa, pa; also ps and prs), otherwise of the account.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { mayCall } from '../../core/records/ownWork.ts';
import { mayOnProduct } from '../../core/records/scope.ts';
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
export function suffixLanguage(suffix: unknown, own: Language): Language {
  return typeof suffix === 'string' && KNOWN.has(suffix) ? fromWireLanguage(suffix) : own;
}

/** Returns the calendar that a query asks for, otherwise that of the language. */
export function calendarOf(calendar: unknown, language: Language): Calendar {
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
export async function callerOf(request: FastifyRequest, services: Services, call = callTo(request)): Promise<Session> {
  const session = await services.accounts.sessions.find(bearerToken(request.headers.authorization));
  request.session = session;
  const { actor, must_change_password } = session.account;
  if (!acceptedLanguage(request.headers['accept-language'])) request.language = actor.language;
  if (!mayCall(actor, call)) throw new Failure('forbidden');
  const isWaiting = must_change_password && !actor.taken_in_by;
  if (isWaiting && !BEFORE_NEW_PASSWORD.test(patternOf(request))) throw new Failure('password_change_required');
  return session;
}

/** The pattern, not the address: letters of an address can be written as %61. */
const patternOf = (request: FastifyRequest) => request.routeOptions.url ?? '';

const callTo = (request: FastifyRequest) => `${request.method} ${patternOf(request)}`;

/** Returns the user's actor, in the language of this request. Throws what `callerOf` throws. */
export async function actorOf(request: FastifyRequest, services: Services, call?: string): Promise<Actor> {
  const { account } = await callerOf(request, services, call);
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
  const actor = await actorOf(request, services);
  if (!mayOnProduct(actor, action, services.registry.common().permissions)) throw new Failure('forbidden');
  return actor;
}

/** One actor object per session and language, so that results cached by actor are found again on the next request. */
const translated = new WeakMap<Actor, Partial<Record<Language, Actor>>>();
