/** Login, session, password, and the administration of accounts. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import type {
  AccountChangesResponse,
  AccountList,
  AccountResponse,
  LoginBody,
  LoginResponse,
  MessageResponse,
  NewAccountResponse,
  OneTimePassword,
  OwnSessionsResponse,
  PasswordBody,
  PreferencesBody,
  RescueKeyResponse,
  SessionUser,
  SessionView,
  TakingIn,
} from '../../../core/generated/api.ts';
import { pageMeta } from '../../../core/query/pages.ts';
import { SYSTEM_ACTIONS } from '../../../core/records/rights.ts';
import { mayActSystemWide } from '../../../core/records/scope.ts';
import { fromWireLanguage, toWireLanguage } from '../../../core/text/languages.ts';
import type { Account } from '../../accounts/actors.ts';
import type { AccountFilter } from '../../accounts/administration.ts';
import { RESCUE_KEY } from '../../accounts/rescueKey.ts';
import { readSetting } from '../../db/storedSettings.ts';
import { checkedBodyOf, checkedQueryOf, readPartialBody } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorAllowedTo, requireSession } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import {
  type AccountListQuery,
  grantScopesOf,
  readAccount,
  readAccountFilter,
  readLeftOutChanges,
} from './accountInput.ts';
import { registerPermissionRoutes, visiblePermissionAreas } from './permissions.ts';

type AccountQuery = AccountListQuery & { page: number; per_page: number; state?: AccountFilter['state'] };

type OfId = { Params: { id: string } };

/** Returns what people may know of their own account. */
function ownAccount({ actor, calendar, must_change_password }: Account): SessionUser {
  const { id, username, name, grants, person_id = null } = actor;
  const language = toWireLanguage(actor.language);
  return { id, username, name, language, calendar, person_id, grants, must_change_password };
}

export function registerAccountRoutes(app: FastifyInstance, services: Services): void {
  registerLogin(app, services);
  registerOwnSession(app, services);
  registerPermissionRoutes(app, services);
  registerAdministration(app, services);
}

function registerLogin(app: FastifyInstance, services: Services): void {
  const { accounts } = services;

  app.post('/api/auth/login', async (request): Promise<LoginResponse> => {
    const { username, password, device_token } = checkedBodyOf<LoginBody>(request);
    const { token, deviceToken } = await accounts.logIn({
      username,
      password,
      device: device_token,
      address: request.ip,
      browser: request.headers['user-agent'],
    });
    const { account } = await accounts.sessions.find(token);
    return {
      access_token: token,
      token_type: 'Bearer',
      ...(deviceToken && { device_token: deviceToken }),
      user: ownAccount(account),
      siteUsers: [ownAccount(account)],
    };
  });

  app.post('/api/auth/logout', async (request): Promise<MessageResponse> => {
    const session = await requireSession(request, services);
    await accounts.leave(session);
    return { message: words(request.language, 'server:logged_out') };
  });

  app.post('/api/auth/password', async (request): Promise<MessageResponse> => {
    const { id: sessionId, account } = await requireSession(request, services);
    const { current_password, new_password, confirmation } = checkedBodyOf<PasswordBody>(request);
    const { id, username, name } = account.actor;
    await accounts.ownPassword.change(
      { id, username, name, sessionId },
      { current: current_password, next: new_password, confirmation },
    );
    return { message: words(request.language, 'server:password_changed') };
  });
}

function registerOwnSession(app: FastifyInstance, services: Services): void {
  const { accounts, registry } = services;

  app.get('/api/auth/sessions', async (request): Promise<OwnSessionsResponse> => {
    const { id, account } = await requireSession(request, services);
    return { data: await accounts.ownSessions.list(account.actor.id, id) };
  });

  app.delete('/api/auth/sessions', async (request): Promise<MessageResponse> => {
    const { id, account } = await requireSession(request, services);
    await accounts.ownSessions.endOthers(account.actor.id, id);
    return { message: words(request.language, 'server:other_sessions_ended') };
  });

  app.delete<OfId>('/api/auth/sessions/:id', async (request): Promise<MessageResponse> => {
    const { account } = await requireSession(request, services);
    await accounts.ownSessions.end(account.actor.id, request.params.id);
    return { message: words(request.language, 'server:session_ended') };
  });

  const session = async (request: FastifyRequest): Promise<SessionView> => {
    const { account } = await requireSession(request, services);
    const { actor } = account;
    const { permissions } = registry.common();
    const isKeeper = mayActSystemWide(actor, 'accounts', permissions);
    const areas = visiblePermissionAreas(actor.grants, permissions, isKeeper).map(({ id }) => [
      `permissions:${id}`,
      true,
    ]);
    return {
      user: ownAccount(account),
      grants: actor.grants,
      roles: permissions.roles.map(({ id, label }) => ({ id, label })),
      may: {
        ...Object.fromEntries(SYSTEM_ACTIONS.map((action) => [action, mayActSystemWide(actor, action, permissions)])),
        ...Object.fromEntries(areas),
      },
    };
  };

  app.get('/api/session', session);

  app.get('/api/rescue-key', async (request): Promise<RescueKeyResponse> => {
    await requireSession(request, services);
    return { key: await readSetting(services.database.read, RESCUE_KEY) };
  });

  app.put('/api/session', async (request) => {
    const { account } = await requireSession(request, services);
    const { language, calendar } = checkedBodyOf<PreferencesBody>(request);
    const choice = { ...(language && { language: fromWireLanguage(language) }), ...(calendar && { calendar }) };
    if (Object.keys(choice).length > 0) await accounts.choose(account.actor.id, choice);
    return session(request);
  });
}

/** Account administration. */
function registerAdministration(app: FastifyInstance, services: Services): void {
  const { administration } = services.accounts;
  const administrator = (request: FastifyRequest) => actorAllowedTo(request, services, 'accounts');

  app.get('/api/users', async (request): Promise<AccountList> => {
    await administrator(request);
    const { page, per_page, state, ...query } = checkedQueryOf<AccountQuery>(request);
    const { rows, total } = await administration.list(page, per_page, {
      ...readAccountFilter(query),
      ...(state && { state }),
    });
    return { data: rows, meta: pageMeta(page, per_page, total) };
  });

  app.get<OfId>('/api/users/:id', async (request): Promise<AccountResponse> => {
    await administrator(request);
    return { data: await administration.get(request.params.id) };
  });

  app.post('/api/users', async (request): Promise<NewAccountResponse> => {
    const { id: by } = await administrator(request);
    const input = readAccount(readPartialBody(request), grantScopesOf(services));
    const { account, ...given } = await administration.create(input, by);
    return { message: words(request.language, 'server:account_made'), data: account, ...given };
  });

  app.put<OfId>('/api/users/:id', async (request): Promise<AccountResponse> => {
    const { id: by } = await administrator(request);
    const { id } = request.params;
    const input = readAccount(readPartialBody(request), grantScopesOf(services));
    if (by === id && (input.disabled || input.grants)) throw new Failure('forbidden');
    const data = await administration.update(id, input, by);
    return { message: words(request.language, 'server:account_changed'), data };
  });

  app.post<OfId>('/api/users/:id/password', async (request): Promise<OneTimePassword> => {
    const { id: by } = await administrator(request);
    const given = await administration.resetPassword(request.params.id, by);
    return { message: words(request.language, 'server:password_reset'), ...given };
  });

  app.post<OfId>('/api/users/:id/taking-in', async (request): Promise<TakingIn> => {
    const { id: by } = await administrator(request);
    const { id } = request.params;
    const access_token = await administration.takeIn(id, by, request.headers['user-agent']);
    return { access_token, user: (await administration.get(id)).name };
  });

  app.post<OfId>('/api/users/:id/opening', async (request): Promise<MessageResponse> => {
    const { id: by } = await administrator(request);
    await administration.note(request.params.id, by, 'opening_given');
    return { message: words(request.language, 'server:noted') };
  });

  app.post<OfId>('/api/users/:id/left-out', async (request): Promise<MessageResponse> => {
    const { id: by } = await administrator(request);
    const left = readLeftOutChanges(request, (form) => services.registry.form(form) !== undefined);
    await administration.note(request.params.id, by, 'work_left_out', { ...left });
    return { message: words(request.language, 'server:noted') };
  });

  app.get<OfId>('/api/users/:id/changes', async (request): Promise<AccountChangesResponse> => {
    await administrator(request);
    return { data: await administration.changes(request.params.id) };
  });

  app.delete<OfId>('/api/users/:id/sessions', async (request): Promise<MessageResponse> => {
    const { id: by } = await administrator(request);
    await administration.endSessions(request.params.id, by);
    return { message: words(request.language, 'server:sessions_ended') };
  });
}
