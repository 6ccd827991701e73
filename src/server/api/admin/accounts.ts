/** Login, session, password, and the accounts that administrators keep. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import { mayEngine } from '../../../core/records/scope.ts';
import { fromWireLanguage, toWireLanguage } from '../../../core/text/languages.ts';
import type { Account } from '../../accounts/actors.ts';
import type { AccountFilter } from '../../accounts/administration.ts';
import type { Session } from '../../accounts/sessions.ts';
import { bodyOf, queryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { callerOf } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import { knownOf, readAccount } from './accountInput.ts';
import { registerPermissionRoutes, visibleAreas } from './permissions.ts';

const ENGINE_ACTIONS = [
  'accounts',
  'choices',
  'definitions',
  'restore',
  'export',
  'places',
  'personal-data',
  'restrictions',
];

/** What a person may know of their own account. */
function ownAccount({ actor, calendar, person_id, must_change_password }: Account) {
  return {
    id: actor.id,
    username: actor.username,
    name: actor.name,
    language: toWireLanguage(actor.language),
    calendar,
    person_id,
    grants: actor.grants,
    must_change_password,
  };
}

export function registerAccountRoutes(app: FastifyInstance, services: Services): void {
  const { accounts, registry } = services;

  app.post('/api/auth/login', async (request) => {
    const { username, password, device_token } = bodyOf(request);
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

  app.post('/api/auth/logout', async (request) => {
    const session = await callerOf(request, services);
    await accounts.leave(session);
    return { message: words(request.language, 'server:logged_out') };
  });

  app.post('/api/auth/password', async (request) => {
    const { id, account } = await callerOf(request, services);
    const { current_password, new_password, confirmation } = bodyOf(request);
    await accounts.ownPassword.change(
      { id: account.actor.id, username: account.actor.username, name: account.actor.name, sessionId: id },
      { current: current_password, next: new_password, confirmation },
    );
    return { message: words(request.language, 'server:password_changed') };
  });

  app.get('/api/auth/sessions', async (request) => {
    const { id, account } = await callerOf(request, services);
    return { data: await accounts.ownSessions.list(account.actor.id, id) };
  });

  app.delete('/api/auth/sessions', async (request) => {
    const { id, account } = await callerOf(request, services);
    await accounts.ownSessions.endOthers(account.actor.id, id);
    return { message: words(request.language, 'server:other_sessions_ended') };
  });

  app.delete<{ Params: { id: string } }>('/api/auth/sessions/:id', async (request) => {
    const { account } = await callerOf(request, services);
    await accounts.ownSessions.end(account.actor.id, request.params.id);
    return { message: words(request.language, 'server:session_ended') };
  });

  const session = (account: Account) => {
    const { permissions } = registry.common();
    return {
      user: ownAccount(account),
      grants: account.actor.grants,
      roles: permissions.roles.map(({ id, label }) => ({ id, label })),
      may: {
        ...Object.fromEntries(ENGINE_ACTIONS.map((action) => [action, mayEngine(account.actor, action, permissions)])),
        ...Object.fromEntries(
          visibleAreas(account.actor.grants, permissions, mayEngine(account.actor, 'accounts', permissions)).map(
            ({ id }) => [`permissions:${id}`, true],
          ),
        ),
      },
    };
  };

  app.get('/api/session', async (request) => session((await callerOf(request, services)).account));

  app.put('/api/session', async (request) => {
    const { account } = await callerOf(request, services);
    const { language, calendar } = bodyOf(request);
    const errors: Record<string, [{ code: 'choice' }]> = {};
    if (language !== undefined && !['en', 'fa', 'pa', 'ps'].includes(language as string))
      errors['/language'] = [{ code: 'choice' }];
    if (calendar !== undefined && calendar !== 'solar' && calendar !== 'gregorian')
      errors['/calendar'] = [{ code: 'choice' }];
    if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
    const choice = {
      ...(language !== undefined && { language: fromWireLanguage(language as string) }),
      ...(calendar !== undefined && { calendar: calendar as 'solar' | 'gregorian' }),
    };
    if (Object.keys(choice).length > 0) await accounts.choose(account.actor.id, choice);
    return session((await callerOf(request, services)).account);
  });

  const administrator = async (request: FastifyRequest): Promise<Session> => {
    const caller = await callerOf(request, services);
    if (!mayEngine(caller.account.actor, 'accounts', registry.common().permissions)) throw new Failure('forbidden');
    return caller;
  };

  registerPermissionRoutes(app, services);

  app.get('/api/users', async (request) => {
    await administrator(request);
    const query = queryOf(request);
    const perPage = Math.trunc(Math.min(Math.max(Number(query.per_page) || 20, 1), 200));
    const current = Math.min(Math.max(Math.trunc(Number(query.page)) || 1, 1), 1_000_000);
    const { rows, total } = await accounts.administration.list(current, perPage, readFilter(query));
    return {
      data: rows,
      meta: {
        per_page: perPage,
        current_page: current,
        last_page: Math.max(1, Math.ceil(total / perPage)),
        total,
      },
    };
  });

  app.get<{ Params: { id: string } }>('/api/users/:id', async (request) => {
    await administrator(request);
    return { data: await accounts.administration.get(request.params.id) };
  });

  app.post('/api/users', async (request) => {
    const caller = await administrator(request);
    const input = readAccount(bodyOf(request), knownOf(services), true);
    const { account, ...given } = await accounts.administration.create(input, caller.account.actor.id);
    return { message: words(request.language, 'server:account_made'), data: account, ...given };
  });

  app.put<{ Params: { id: string } }>('/api/users/:id', async (request) => {
    const caller = await administrator(request);
    const input = readAccount(bodyOf(request), knownOf(services), false);
    const own = caller.account.actor.id === request.params.id;
    if (own && (input.disabled || input.grants)) throw new Failure('forbidden');
    const data = await accounts.administration.update(request.params.id, input, caller.account.actor.id);
    return { message: words(request.language, 'server:account_changed'), data };
  });

  app.post<{ Params: { id: string } }>('/api/users/:id/password', async (request) => {
    const caller = await administrator(request);
    const given = await accounts.administration.resetPassword(request.params.id, caller.account.actor.id);
    return { message: words(request.language, 'server:password_reset'), ...given };
  });

  app.get<{ Params: { id: string } }>('/api/users/:id/changes', async (request) => {
    await administrator(request);
    return { data: await accounts.administration.changes(request.params.id) };
  });

  app.delete<{ Params: { id: string } }>('/api/users/:id/sessions', async (request) => {
    const caller = await administrator(request);
    await accounts.administration.endSessions(request.params.id, caller.account.actor.id);
    return { message: words(request.language, 'server:sessions_ended') };
  });
}

const STATES = ['active', 'disabled', 'never'] as const;

function readFilter(query: Record<string, unknown>): AccountFilter {
  const filter: AccountFilter = {};
  for (const name of ['text', 'role', 'programme', 'province'] as const) {
    const value = query[name];
    if (typeof value === 'string' && value !== '') filter[name] = value.slice(0, 200);
  }
  const state = STATES.find((one) => one === query.state);
  return state ? { ...filter, state } : filter;
}
