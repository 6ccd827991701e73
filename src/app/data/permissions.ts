/** Who may what and why, as the server judges it; grants of an area of work and the log of their changes. */
import type { Permissions, Text, Workflow } from '../../core/definitions/types.ts';
import type { ScopedForm } from '../../core/records/scope.ts';
import type { Grant } from '../../core/records/types.ts';
import { call } from './http.ts';

export interface PermissionForm {
  form: string;
  programme: string;
  kind: ScopedForm['definition']['kind'];
  title: Text;
  plural: Text;
  workflow: string;
}

export interface PermissionTable {
  area: { id: string; title: Text; roles: string[] } | null;
  /** Areas this person may look at. */
  areas: { id: string; title: Text }[];
  /** Roles that have a right on one of the forms. */
  roles: Permissions['roles'];
  forms: PermissionForm[];
  rules: Permissions['rules'];
  workflows: Record<string, Workflow>;
  may: { change: boolean };
}

export interface PermissionAccount {
  id: string;
  username: string;
  name: string;
  disabled: boolean;
  grants: Grant[];
}

/** Why something is allowed or not. */
export type Judgement =
  | { allowed: true; rule: string; grant: Grant }
  | { allowed: false; code: string; message: string };

export interface Explained {
  account: PermissionAccount;
  states: { id: string; label: Text }[];
  /** `always`: no state counts (making, taking lists away). */
  actions: { action: string; always?: Judgement; states?: Record<string, Judgement> }[];
}

export interface GrantChange {
  at: string;
  by: { id: string; name: string | null };
  account: { id: string; name: string | null };
  action: string;
  before: Grant[];
  after: Grant[];
}

export interface PageMeta {
  per_page: number;
  current_page: number;
  last_page: number;
  total: number;
}

type Query = Record<string, string | number | undefined>;

export interface PermissionsSource {
  table(area: string | undefined): Promise<PermissionTable>;
  accounts(area: string | undefined, query: Query): Promise<{ data: PermissionAccount[]; meta: PageMeta }>;
  saveGrants(area: string, id: string, grants: Grant[], seen: Grant[]): Promise<{ message: string }>;
  changes(area: string | undefined, query: Query): Promise<{ data: GrantChange[]; meta: PageMeta }>;
  explain(area: string | undefined, query: Query): Promise<Explained>;
}

export const onlinePermissions: PermissionsSource = {
  table: (area) => call('permissions', { query: { area } }),
  accounts: (area, query) => call('permissions/accounts', { query: { ...query, area } }),
  saveGrants: (area, id, grants, seen) =>
    call(`permissions/accounts/${encodeURIComponent(id)}`, { method: 'PUT', query: { area }, body: { grants, seen } }),
  changes: (area, query) => call('permissions/changes', { query: { ...query, area } }),
  explain: (area, query) => call('permissions/explain', { query: { ...query, area } }),
};
