/** Hand-made screens by path: what no definition describes. Menus show a path once it stands here. */
import type { ComponentType } from 'react';
import { WIDGET_WORDS } from '../data/onDemand.tsx';
import { screenOnDemand } from '../shell/screenOnDemand.tsx';

export interface Override {
  path: string;
  Screen: ComponentType;
  /** Anybody may open it, without a login. */
  isPublic?: true;
}

export const OVERRIDES: readonly Override[] = [
  { path: '/admin/accounts', Screen: screenOnDemand(() => import('./accounts/AccountsScreen.tsx')) },
  { path: '/admin/accounts/create', Screen: screenOnDemand(() => import('./accounts/NewAccountScreen.tsx')) },
  { path: '/admin/accounts/:id', Screen: screenOnDemand(() => import('./accounts/AccountScreen.tsx')) },
  { path: '/admin/places', Screen: screenOnDemand(() => import('./places/PlacesScreen.tsx'), ['admin']) },
  { path: '/admin/places/:id', Screen: screenOnDemand(() => import('./places/PlacesScreen.tsx'), ['admin']) },
  {
    path: '/admin/personal-data',
    Screen: screenOnDemand(() => import('./personal-data/PersonalDataScreen.tsx'), ['admin']),
  },
  {
    path: '/admin/personal-data/:id',
    Screen: screenOnDemand(() => import('./personal-data/PersonScreen.tsx'), ['admin']),
  },
  {
    path: '/admin/restrictions',
    Screen: screenOnDemand(() => import('./restrictions/RestrictionsScreen.tsx'), ['admin']),
  },
  { path: '/admin/master-tables', Screen: screenOnDemand(() => import('./master-tables/TablesScreen.tsx'), ['admin']) },
  {
    path: '/admin/master-tables/:list',
    Screen: screenOnDemand(() => import('./master-tables/EntriesScreen.tsx'), ['admin']),
  },
  {
    path: '/admin/certificate-dashboard/show',
    Screen: screenOnDemand(() => import('./certificates/ShowScreen.tsx'), ['certificates']),
  },
  {
    path: '/admin/certificate-dashboard/batch',
    Screen: screenOnDemand(() => import('./certificates/BatchScreen.tsx'), ['certificates']),
  },
  {
    path: '/certificates/:token',
    Screen: screenOnDemand(() => import('./certificates/ProofScreen.tsx'), ['certificates']),
    isPublic: true,
  },
  {
    path: '/gallery',
    Screen: screenOnDemand(() => import('./gallery/AlbumsScreen.tsx'), ['gallery', ...WIDGET_WORDS]),
  },
  {
    path: '/gallery/:id',
    Screen: screenOnDemand(() => import('./gallery/AlbumScreen.tsx'), ['gallery', ...WIDGET_WORDS]),
  },
  {
    path: '/mande-dashboard',
    Screen: screenOnDemand(() => import('./logframe/MandeDashboard.tsx'), ['mande', ...WIDGET_WORDS]),
  },
  {
    path: '/mande-dashboard/logframe-user-tagging',
    Screen: screenOnDemand(() => import('./logframe/TaggedScreen.tsx'), ['mande', ...WIDGET_WORDS]),
  },
  { path: '/admin/permissions', Screen: screenOnDemand(() => import('./permissions/PermissionsScreen.tsx')) },
  {
    path: '/admin/finance-dashboard',
    Screen: screenOnDemand(() => import('./permissions/FinancePermissionsScreen.tsx')),
  },
];
