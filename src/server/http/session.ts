/** Who asks and in which language, on every request; routes that need a login say so by asking for the caller. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { mayEngine } from '../../core/records/scope.ts';
import type { Actor } from '../../core/records/types.ts';
import type { Language } from '../../core/text/languages.ts';
import type { Session } from '../accounts/sessions.ts';
import { bearerToken } from '../accounts/tokens.ts';
import { acceptedLanguage } from './language.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    language: Language;
    session: Session | null;
  }
}

/** What a person with a one-time password may still do. */
const BEFORE_NEW_PASSWORD = /^\/api\/(auth\/|session$|common$)/;

export function addSessions(app: FastifyInstance): void {
  app.decorateRequest('language', 'en');
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request) => {
    request.language = acceptedLanguage(request.headers['accept-language']) ?? 'en';
  });
}

/** The session of the caller; throws unauthorized, session_ended (401) or password_change_required (403). */
export async function callerOf(request: FastifyRequest, services: Services): Promise<Session> {
  const session = await services.accounts.sessions.find(bearerToken(request.headers.authorization));
  request.session = session;
  if (!acceptedLanguage(request.headers['accept-language'])) request.language = session.account.actor.language;
  const path = request.url.split('?')[0] ?? '';
  if (session.account.must_change_password && !BEFORE_NEW_PASSWORD.test(path))
    throw new Failure('password_change_required');
  return session;
}

/** The actor of the caller, in the language of this request. */
export async function actorOf(request: FastifyRequest, services: Services): Promise<Actor> {
  const { account } = await callerOf(request, services);
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

/** The actor of the caller, who may do a part of the engine's own work; throws forbidden. */
export async function actorWho(request: FastifyRequest, services: Services, action: string): Promise<Actor> {
  const actor = await actorOf(request, services);
  if (!mayEngine(actor, action, services.registry.common().permissions)) throw new Failure('forbidden');
  return actor;
}

/** One actor per session and language, so that what is worked out for an actor is found again at the next request. */
const translated = new WeakMap<Actor, Partial<Record<Language, Actor>>>();
