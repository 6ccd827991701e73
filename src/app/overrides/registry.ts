/** Hand-made screens by path: what no definition describes. Menus show a path once it stands here. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface Override {
  path: string;
  Screen: LazyExoticComponent<ComponentType>;
}

export const OVERRIDES: readonly Override[] = [
  { path: '/admin/accounts', Screen: lazy(() => import('./accounts/AccountsScreen.tsx')) },
  { path: '/admin/accounts/create', Screen: lazy(() => import('./accounts/NewAccountScreen.tsx')) },
  { path: '/admin/accounts/:id', Screen: lazy(() => import('./accounts/AccountScreen.tsx')) },
  { path: '/admin/master-tables', Screen: lazy(() => import('./master-tables/TablesScreen.tsx')) },
  { path: '/admin/master-tables/:list', Screen: lazy(() => import('./master-tables/EntriesScreen.tsx')) },
];
