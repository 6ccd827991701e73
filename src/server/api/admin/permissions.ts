/**
 * Who may what and why: the rule table as it is, one account judged by the same functions that guard every call, the
 * grants of an area of work, and the log of their changes. Rules come from the definitions and are not changed here.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CompiledForm, Permissions } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { actionsOf, rightsOf } from '../../../core/records/rights.ts';
import { explainScope, mayEngine, type ScopeInput } from '../../../core/records/scope.ts';
import type { Grant } from '../../../core/records/types.ts';
import { pick } from '../../../core/text/languages.ts';
import { findAccount } from '../../accounts/actors.ts';
import { grantChanges } from '../../accounts/grantLog.ts';
import type { Session } from '../../accounts/sessions.ts';
import { bodyOf, queryOf } from '../../http/bodies.ts';
import { errorWords } from '../../http/errors.ts';
import type { Services } from '../../http/services.ts';
import { callerOf } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import { knownOf, readAccount } from './accountInput.ts';

type Area = NonNullable<Permissions['areas']>[number];

interface Asking {
  caller: Session;
  /** null: all of it. */
  area: Area | null;
  /** May change grants. */
  mayChange: boolean;
}

const MOST_PAGES = 100_000;

/** Areas of work whose permissions a person may look at: all for who keeps accounts, else those of the own roles. */
export function visibleAreas(grants: readonly Grant[], permissions: Permissions, isKeeper: boolean): Area[] {
  return (permissions.areas ?? []).filter(
    (area) => isKeeper || area.roles.some((role) => grants.some((grant) => grant.role === role)),
  );
}

export function registerPermissionRoutes(app: FastifyInstance, services: Services): void {
  const { accounts, registry } = services;

  /** Throws forbidden for who may not look at what is asked. */
  const asking = async (request: FastifyRequest): Promise<Asking> => {
    const caller = await callerOf(request, services);
    const { permissions } = registry.common();
    const { actor } = caller.account;
    const mayChange = mayEngine(actor, 'accounts', permissions);
    const { area: asked } = queryOf(request);
    if (asked === undefined || asked === '') {
      if (!mayChange) throw new Failure('forbidden');
      return { caller, area: null, mayChange };
    }
    const area = visibleAreas(actor.grants, permissions, mayChange).find((one) => one.id === asked);
    if (!area) throw new Failure('forbidden');
    return { caller, area, mayChange };
  };
  const formsOf = (area: Area | null): CompiledForm[] =>
    registry.forms().filter((form) => area === null || (area.forms as string[]).includes(form.form));

  app.get('/api/permissions', async (request) => {
    const { area, mayChange, caller } = await asking(request);
    const { permissions, workflows } = registry.common();
    const forms = formsOf(area);
    const has = (role: string) =>
      forms.some(
        (form) => Object.keys(rightsOf(role, form, actionsOf(registry.workflow(form)), permissions.rules)).length > 0,
      );
    return {
      area: area && { id: area.id, title: area.title, roles: area.roles },
      areas: visibleAreas(caller.account.actor.grants, permissions, mayChange).map(({ id, title }) => ({ id, title })),
      roles: permissions.roles.filter(({ id }) => has(id)),
      forms: [...forms].sort(byProgramme).map(({ form, definition }) => ({
        form,
        programme: definition.programme,
        kind: definition.kind,
        title: definition.title,
        plural: definition.plural,
        workflow: definition.workflow,
      })),
      rules: permissions.rules,
      workflows,
      may: { change: mayChange },
    };
  });

  app.get('/api/permissions/accounts', async (request) => {
    const { area } = await asking(request);
    const query = queryOf(request);
    const page = pageOf(query.page);
    const perPage = 20;
    const filter = {
      ...Object.fromEntries(
        (['text', 'role', 'programme', 'province'] as const).flatMap((name) =>
          typeof query[name] === 'string' && query[name] !== '' ? [[name, (query[name] as string).slice(0, 200)]] : [],
        ),
      ),
      // Who gives a role to somebody new looks among all.
      ...(area && query.all !== '1' && { roles: area.roles as string[] }),
    };
    if (query.all === '1' && !(await asking(request)).mayChange) throw new Failure('forbidden');
    const { rows, total } = await accounts.administration.list(page, perPage, filter);
    return {
      data: rows.map(({ id, username, name, disabled, grants }) => ({
        id,
        username,
        name,
        disabled,
        grants: grants.filter(({ role }) => area === null || (area.roles as string[]).includes(role)),
      })),
      meta: { per_page: perPage, current_page: page, last_page: Math.max(1, Math.ceil(total / perPage)), total },
    };
  });

  /** Grants of the area's roles are replaced, others stay. `seen` is what the writer saw: other ones are a conflict. */
  app.put<{ Params: { id: string } }>('/api/permissions/accounts/:id', async (request) => {
    const { area, caller, mayChange } = await asking(request);
    const { id } = request.params;
    if (!mayChange || caller.account.actor.id === id) throw new Failure('forbidden');
    const { grants: given, seen } = bodyOf(request);
    const { grants } = readAccount({ grants: given ?? null }, knownOf(services), false);
    const before = await accounts.administration.get(id);
    const isHere = ({ role }: Grant) => area === null || (area.roles as string[]).includes(role);
    const outside = (grants ?? []).findIndex((grant) => !isHere(grant));
    if (outside >= 0)
      throw new Failure('validation_failed', { errors: { [`/grants/${outside}/role`]: [{ code: 'choice' }] } });
    if (Array.isArray(seen) && sorted(seen as Grant[]) !== sorted(before.grants.filter(isHere)))
      throw new Failure('conflict', { detail: { theirs: { grants: before.grants.filter(isHere) } } });
    const kept = before.grants.filter((grant) => !isHere(grant));
    const data = await accounts.administration.update(
      id,
      { grants: [...kept, ...(grants ?? [])] },
      caller.account.actor.id,
    );
    return {
      message: words(request.language, 'server:account_changed'),
      data: { id, username: data.username, name: data.name, grants: data.grants.filter(isHere) },
    };
  });

  app.get('/api/permissions/changes', async (request) => {
    const { area } = await asking(request);
    const query = queryOf(request);
    const text = (name: string) => {
      const value = query[name];
      return typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined;
    };
    return grantChanges(services.database.read, {
      page: pageOf(query.page),
      roles: area ? (area.roles as string[]) : null,
      account: text('account'),
      by: text('by'),
      from: text('from'),
      to: text('to'),
    });
  });

  /** What an account may do on a form, in a province, with its own records or those of others: in every state, and why. */
  app.get('/api/permissions/explain', async (request) => {
    const { area } = await asking(request);
    const { account: id, form: name, province, own } = queryOf(request);
    const form = formsOf(area).find((one) => one.form === name);
    const account = typeof id === 'string' ? await findAccount(services.database.read, id) : undefined;
    if (!form || !account) throw new Failure('record_not_found');
    if (area && !account.actor.grants.some(({ role }) => (area.roles as string[]).includes(role)))
      throw new Failure('record_not_found');
    const province_id = typeof province === 'string' && province !== '' ? province : null;
    if (province_id !== null && registry.place(province_id)?.level !== 'province')
      throw new Failure('bad_filter', { params: { field: 'province' } });
    const { permissions } = registry.common();
    const workflow = registry.workflow(form);
    const judge = (state: string | null) => {
      const input: ScopeInput = {
        form,
        actor: account.actor,
        workflow,
        permissions,
        province_id,
        record:
          state === null
            ? null
            : { state, province_id, created_by: own === '1' ? account.actor.id : '', deleted_at: null },
      };
      return Object.fromEntries(
        Object.entries(explainScope(input)).map(([action, found]) => [
          action,
          'rule' in found
            ? { allowed: true, rule: found.rule, grant: found.grant }
            : {
                allowed: false,
                code: found.code,
                message: errorWords(request.language, found.code, found.params),
              },
        ]),
      );
    };
    const fresh = judge(null);
    const byState = Object.fromEntries(workflow.states.map((state) => [state.id, judge(state.id)]));
    return {
      account: {
        id: account.actor.id,
        name: account.actor.name,
        username: account.actor.username,
        disabled: account.disabled,
        grants: account.actor.grants.filter(({ role }) => area === null || (area.roles as string[]).includes(role)),
      },
      form: form.form,
      states: workflow.states.map(({ id: state, label }) => ({
        id: state,
        label,
        name: pick(label, request.language),
      })),
      actions: actionsOf(workflow).map((action) => ({
        action,
        ...(fresh[action]
          ? { always: fresh[action] }
          : { states: Object.fromEntries(workflow.states.map(({ id: state }) => [state, byState[state]?.[action]])) }),
      })),
      rules: permissions.rules,
    };
  });
}

function byProgramme({ definition: a }: CompiledForm, { definition: b }: CompiledForm): number {
  return a.programme === b.programme
    ? a.plural.en.localeCompare(b.plural.en, 'en')
    : a.programme < b.programme
      ? -1
      : 1;
}

function pageOf(value: unknown): number {
  return Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), MOST_PAGES);
}

function sorted(grants: readonly Grant[]): string {
  return JSON.stringify(
    grants.map(({ role, programme, province_id }) => [role, programme ?? null, province_id ?? null].join(' ')).sort(),
  );
}
