/**
 * Shows who may do what and why: the rule table, the rights of one account (judged by the functions that guard every
 * request), the grants of an area, and the log of their changes. Rules come from definitions and cannot be changed here.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CompiledForm, Permissions } from '../../../core/definitions/types.ts';
import { badFilter, Failure } from '../../../core/errors/failure.ts';
import type {
  Explained,
  GrantInput,
  GrantsBody,
  GrantsResponse,
  Judgement,
  PermissionAccountList,
  PermissionTable,
} from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { pageMeta } from '../../../core/query/pages.ts';
import { formActionsOf, rightsOfRole } from '../../../core/records/rights.ts';
import { explainScope, mayActSystemWide } from '../../../core/records/scope.ts';
import type { Grant } from '../../../core/records/types.ts';
import { pickText } from '../../../core/text/languages.ts';
import { findAccount } from '../../accounts/actors.ts';
import { grantChanges } from '../../accounts/grantLog.ts';
import type { Session } from '../../accounts/sessions.ts';
import { checkedBodyOf, checkedQueryOf, readPartialBody } from '../../http/bodies.ts';
import { errorSentenceIn } from '../../http/responses.ts';
import type { Services } from '../../http/services.ts';
import { requireSession } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import { type AccountListQuery, grantScopesOf, readAccount, readAccountFilter } from './accountInput.ts';
import { formJudgingOf } from './judging.ts';

type Area = NonNullable<Permissions['areas']>[number];

interface Asking {
  caller: Session;
  /** Null means no restriction to an area. */
  area: Area | null;
  /** May change grants. */
  mayChange: boolean;
  /** Returns true if the grant has a role of the area. */
  isHere(grant: Grant): boolean;
}

const PER_PAGE = 20;

type Asked = Readonly<Record<string, string | undefined>>;
type Paged = { page: number } & Asked;

/** Returns the areas whose permissions a person may see: all for account administrators, others those of their roles. */
export function visiblePermissionAreas(grants: readonly Grant[], permissions: Permissions, isKeeper: boolean): Area[] {
  return (permissions.areas ?? []).filter(
    (area) => isKeeper || area.roles.some((role) => grants.some((grant) => grant.role === role)),
  );
}

export function registerPermissionRoutes(app: FastifyInstance, services: Services): void {
  registerRuleTable(app, services);
  registerGrants(app, services);
  registerExplanation(app, services);
}

/** Throws forbidden if the user may not see the requested area. */
async function asking(request: FastifyRequest, services: Services): Promise<Asking> {
  const caller = await requireSession(request, services);
  const { permissions } = services.registry.common();
  const { actor } = caller.account;
  const mayChange = mayActSystemWide(actor, 'accounts', permissions);
  const { area: asked } = checkedQueryOf<Asked>(request);
  if (!asked) {
    if (!mayChange) throw new Failure('forbidden');
    return { caller, area: null, mayChange, isHere: () => true };
  }
  const area = visiblePermissionAreas(actor.grants, permissions, mayChange).find((one) => one.id === asked);
  if (!area) throw new Failure('forbidden');
  return { caller, area, mayChange, isHere: ({ role }) => (area.roles as string[]).includes(role) };
}

function formsOf({ registry }: Services, area: Area | null): CompiledForm[] {
  return registry.forms().filter((form) => area === null || (area.forms as string[]).includes(form.form));
}

function registerRuleTable(app: FastifyInstance, services: Services): void {
  const { registry } = services;
  app.get('/api/permissions', async (request): Promise<PermissionTable> => {
    const { area, mayChange, caller } = await asking(request, services);
    const { permissions, workflows } = registry.common();
    const forms = formsOf(services, area);
    const has = (role: string) =>
      forms.some(
        (form) =>
          Object.keys(rightsOfRole(role, form, formActionsOf(registry.workflow(form)), permissions.rules)).length > 0,
      );
    return {
      area: area && { id: area.id, title: area.title, roles: area.roles },
      areas: visiblePermissionAreas(caller.account.actor.grants, permissions, mayChange).map(({ id, title }) => ({
        id,
        title,
      })),
      roles: permissions.roles.filter(({ id }) => has(id)),
      forms: [...forms].sort(byProgramme).map(({ form, definition }) => {
        const { programme, kind, title, plural, workflow } = definition;
        return { form, programme, kind, title, plural, workflow };
      }),
      rules: permissions.rules,
      workflows,
      judging: await formJudgingOf(services, forms),
      may: { change: mayChange },
    };
  });
}

function registerGrants(app: FastifyInstance, services: Services): void {
  const { administration } = services.accounts;

  app.get('/api/permissions/accounts', async (request): Promise<PermissionAccountList> => {
    const { area, mayChange, isHere } = await asking(request, services);
    const { page, all, ...query } = checkedQueryOf<AccountListQuery & { page: number; all?: string }>(request);
    // Whoever gives a role to a new person must be able to search all accounts.
    if (all === '1' && !mayChange) throw new Failure('forbidden');
    const filter = { ...readAccountFilter(query), ...(area && all !== '1' && { roles: area.roles as string[] }) };
    const { rows, total } = await administration.list(page, PER_PAGE, filter);
    return {
      data: rows.map(({ id, username, name, disabled, grants }) => ({
        id,
        username,
        name,
        disabled,
        grants: grants.filter(isHere),
      })),
      meta: pageMeta(page, PER_PAGE, total),
    };
  });

  /** Replaces the grants of the area's roles; others stay. Throws conflict if `seen` does not match the current grants. */
  app.put<{ Params: { id: string } }>('/api/permissions/accounts/:id', async (request): Promise<GrantsResponse> => {
    const { caller, mayChange, isHere } = await asking(request, services);
    const { id } = request.params;
    const by = caller.account.actor.id;
    if (!mayChange || by === id) throw new Failure('forbidden');
    const { grants = [] } = readAccount(readPartialBody(request), grantScopesOf(services));
    const { seen } = checkedBodyOf<GrantsBody>(request);
    const before = await administration.get(id);
    const outside = grants.findIndex((grant) => !isHere(grant));
    if (outside >= 0)
      throw new Failure('validation_failed', { errors: { [`/grants/${outside}/role`]: [{ code: 'choice' }] } });
    const theirs = before.grants.filter(isHere);
    if (seen && sorted(seen) !== sorted(theirs))
      throw new Failure('conflict', { detail: { theirs: { grants: theirs } } });
    const kept = before.grants.filter((grant) => !isHere(grant));
    const { username, name, ...after } = await administration.update(id, { grants: [...kept, ...grants] }, by);
    return {
      message: words(request.language, 'server:account_changed'),
      data: { id, username, name, grants: after.grants.filter(isHere) },
    };
  });

  app.get('/api/permissions/changes', async (request) => {
    const { area } = await asking(request, services);
    const { page, account, by, from, to } = checkedQueryOf<Paged>(request);
    const [ofAccount, madeBy, first, last] = [account, by, from, to].map((value) => value?.slice(0, 100) || undefined);
    const roles = area ? (area.roles as string[]) : null;
    return grantChanges(services.database.read, { page, roles, account: ofAccount, by: madeBy, from: first, to: last });
  });
}

/** Explains what an account may do on a form, in a province, with own or other records, in every state, and why. */
function registerExplanation(app: FastifyInstance, services: Services): void {
  const { registry } = services;
  app.get('/api/permissions/explain', async (request): Promise<Explained> => {
    const { area, isHere } = await asking(request, services);
    const { account: id, form: name, province, own } = checkedQueryOf<Asked>(request);
    const form = formsOf(services, area).find((one) => one.form === name);
    const account = id ? await findAccount(services.database.read, id) : undefined;
    if (!form || !account || (area && !account.actor.grants.some(isHere))) throw new Failure('record_not_found');
    const { actor, disabled } = account;
    const province_id = province || null;
    if (province_id !== null && registry.place(province_id)?.level !== 'province') throw badFilter('province');
    const { permissions } = registry.common();
    const workflow = registry.workflow(form);
    const created_by = own === '1' ? actor.id : '';
    const judge = (state: string | null): Record<string, Judgement> => {
      const record =
        state === null ? null : { state, province_id, created_by, edited_by: created_by, deleted_at: null };
      const found = explainScope({ ...registry.scopeRules(form), actor, province_id, record });
      return Object.fromEntries(
        Object.entries(found).map(([action, one]) => [
          action,
          'rule' in one
            ? { allowed: true, rule: one.rule, grant: one.grant }
            : { allowed: false, code: one.code, message: errorSentenceIn(request.language, one.code, one.params) },
        ]),
      );
    };
    const fresh = judge(null);
    const byState = workflow.states.map(({ id: state }) => [state, judge(state)] as const);
    return {
      account: {
        id: actor.id,
        name: actor.name,
        username: actor.username,
        disabled,
        grants: actor.grants.filter(isHere),
      },
      form: form.form,
      states: workflow.states.map(({ id: state, label }) => ({
        id: state,
        label,
        name: pickText(label, request.language),
      })),
      actions: formActionsOf(workflow).map((action) => ({
        action,
        ...(getOwn(fresh, action)
          ? { always: getOwn(fresh, action) }
          : {
              states: Object.fromEntries(
                byState.map(([state, judged]) => [state, getOwn(judged, action) as Judgement]),
              ),
            }),
      })),
      rules: permissions.rules,
    };
  });
}

function byProgramme({ definition: a }: CompiledForm, { definition: b }: CompiledForm): number {
  return a.programme === b.programme
    ? pickText(a.plural, 'en').localeCompare(pickText(b.plural, 'en'), 'en')
    : a.programme < b.programme
      ? -1
      : 1;
}

function sorted(grants: readonly GrantInput[]): string {
  return JSON.stringify(
    grants.map(({ role, programme, province_id }) => [role, programme ?? null, province_id ?? null].join(' ')).sort(),
  );
}
