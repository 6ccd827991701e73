/** Hand-made screens by path: what no definition describes. Menus show a path once it stands here. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface Override {
  path: string;
  Screen: LazyExoticComponent<ComponentType>;
  /** Anybody may open it, without a login. */
  isPublic?: true;
}

export const OVERRIDES: readonly Override[] = [
  { path: '/admin/accounts', Screen: lazy(() => import('./accounts/AccountsScreen.tsx')) },
  { path: '/admin/accounts/create', Screen: lazy(() => import('./accounts/NewAccountScreen.tsx')) },
  { path: '/admin/accounts/:id', Screen: lazy(() => import('./accounts/AccountScreen.tsx')) },
  { path: '/admin/places', Screen: lazy(() => import('./places/PlacesScreen.tsx')) },
  { path: '/admin/places/:id', Screen: lazy(() => import('./places/PlacesScreen.tsx')) },
  { path: '/admin/master-tables', Screen: lazy(() => import('./master-tables/TablesScreen.tsx')) },
  { path: '/admin/master-tables/:list', Screen: lazy(() => import('./master-tables/EntriesScreen.tsx')) },
  { path: '/admin/certificate-dashboard/show', Screen: lazy(() => import('./certificates/ShowScreen.tsx')) },
  { path: '/admin/certificate-dashboard/batch', Screen: lazy(() => import('./certificates/BatchScreen.tsx')) },
  { path: '/certificates/:token', Screen: lazy(() => import('./certificates/ProofScreen.tsx')), isPublic: true },
  { path: '/gallery', Screen: lazy(() => import('./gallery/AlbumsScreen.tsx')) },
  { path: '/gallery/:id', Screen: lazy(() => import('./gallery/AlbumScreen.tsx')) },
  { path: '/mande-dashboard', Screen: lazy(() => import('./logframe/MandeDashboard.tsx')) },
  { path: '/mande-dashboard/logframe-user-tagging', Screen: lazy(() => import('./logframe/TaggedScreen.tsx')) },
  { path: '/admin/permissions', Screen: lazy(() => import('./permissions/PermissionsScreen.tsx')) },
  { path: '/admin/finance-dashboard', Screen: lazy(() => import('./permissions/FinancePermissionsScreen.tsx')) },
];
