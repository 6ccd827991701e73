/** Who may what and why, as the server judges it; grants of an area of work and the log of their changes. */
import type {
  Explained,
  Grant,
  GrantChangeList,
  GrantsResponse,
  PermissionAccountList,
  PermissionTable,
} from '../../core/generated/api.ts';
import { call } from './http.ts';

type Query = Record<string, string | number | undefined>;

export interface PermissionsSource {
  table(area: string | undefined): Promise<PermissionTable>;
  accounts(area: string | undefined, query: Query): Promise<PermissionAccountList>;
  saveGrants(area: string, id: string, grants: Grant[], seen: Grant[]): Promise<GrantsResponse>;
  changes(area: string | undefined, query: Query): Promise<GrantChangeList>;
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
