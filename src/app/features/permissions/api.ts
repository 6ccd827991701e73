/** Requests of the permission screens: rules and decisions of the server, grants of an area and their log. */
import type {
  Explained,
  Grant,
  GrantChangeList,
  GrantsResponse,
  PermissionAccountList,
  PermissionTable,
} from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';

/** Undefined means all areas. */
type Area = string | undefined;
type Query = Record<string, string | number>;

export const permissionsApi = {
  table: (area: Area) => call<PermissionTable>('permissions', { query: { area } }),
  accounts: (area: Area, query: Query) =>
    call<PermissionAccountList>('permissions/accounts', { query: { ...query, area } }),
  /** `seen` holds the grants as they were when editing began. */
  saveGrants: (area: string, id: string, grants: Grant[], seen: Grant[]) =>
    call<GrantsResponse>(`permissions/accounts/${encodeURIComponent(id)}`, {
      method: 'PUT',
      query: { area },
      body: { grants, seen },
    }),
  changes: (area: Area, query: Query) => call<GrantChangeList>('permissions/changes', { query: { ...query, area } }),
  explain: (area: Area, query: Query) => call<Explained>('permissions/explain', { query: { ...query, area } }),
};

export const permissionKeys = {
  all: ['permissions'] as const,
  table: (area: Area) => ['permissions', 'table', area ?? ''] as const,
  accounts: (area: Area, query: Query) => ['permissions', 'accounts', area ?? '', query] as const,
  changes: (area: Area, query: Query) => ['permissions', 'changes', area ?? '', query] as const,
  explain: (area: Area, query: Query) => ['permissions', 'explain', area ?? '', query] as const,
};
