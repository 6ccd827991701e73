/** Hand-made screens by path: what no definition describes. Menus show a path once it stands here. */
import type { ComponentType } from 'react';
import { onDemand, WIDGET_WORDS } from '../data/onDemand.tsx';
import { Loading } from '../shell/Loading.tsx';

export interface Override {
  path: string;
  Screen: ComponentType;
  /** Anybody may open it, without a login. */
  isPublic?: true;
}

export const OVERRIDES: readonly Override[] = [
  {
    path: '/admin/accounts',
    Screen: onDemand(() => import('./accounts/AccountsScreen.tsx'), { waiting: <Loading /> }),
  },
  {
    path: '/admin/accounts/create',
    Screen: onDemand(() => import('./accounts/NewAccountScreen.tsx'), { waiting: <Loading /> }),
  },
  {
    path: '/admin/accounts/:id',
    Screen: onDemand(() => import('./accounts/AccountScreen.tsx'), { waiting: <Loading /> }),
  },
  {
    path: '/admin/places',
    Screen: onDemand(() => import('./places/PlacesScreen.tsx'), { words: ['admin'], waiting: <Loading /> }),
  },
  {
    path: '/admin/places/:id',
    Screen: onDemand(() => import('./places/PlacesScreen.tsx'), { words: ['admin'], waiting: <Loading /> }),
  },
  {
    path: '/admin/master-tables',
    Screen: onDemand(() => import('./master-tables/TablesScreen.tsx'), { words: ['admin'], waiting: <Loading /> }),
  },
  {
    path: '/admin/master-tables/:list',
    Screen: onDemand(() => import('./master-tables/EntriesScreen.tsx'), { words: ['admin'], waiting: <Loading /> }),
  },
  {
    path: '/admin/certificate-dashboard/show',
    Screen: onDemand(() => import('./certificates/ShowScreen.tsx'), { words: ['certificates'], waiting: <Loading /> }),
  },
  {
    path: '/admin/certificate-dashboard/batch',
    Screen: onDemand(() => import('./certificates/BatchScreen.tsx'), { words: ['certificates'], waiting: <Loading /> }),
  },
  {
    path: '/certificates/:token',
    Screen: onDemand(() => import('./certificates/ProofScreen.tsx'), { words: ['certificates'], waiting: <Loading /> }),
    isPublic: true,
  },
  {
    path: '/gallery',
    Screen: onDemand(() => import('./gallery/AlbumsScreen.tsx'), {
      words: ['gallery', ...WIDGET_WORDS],
      waiting: <Loading />,
    }),
  },
  {
    path: '/gallery/:id',
    Screen: onDemand(() => import('./gallery/AlbumScreen.tsx'), {
      words: ['gallery', ...WIDGET_WORDS],
      waiting: <Loading />,
    }),
  },
  {
    path: '/mande-dashboard',
    Screen: onDemand(() => import('./logframe/MandeDashboard.tsx'), {
      words: ['mande', ...WIDGET_WORDS],
      waiting: <Loading />,
    }),
  },
  {
    path: '/mande-dashboard/logframe-user-tagging',
    Screen: onDemand(() => import('./logframe/TaggedScreen.tsx'), {
      words: ['mande', ...WIDGET_WORDS],
      waiting: <Loading />,
    }),
  },
  {
    path: '/admin/permissions',
    Screen: onDemand(() => import('./permissions/PermissionsScreen.tsx'), { waiting: <Loading /> }),
  },
  {
    path: '/admin/finance-dashboard',
    Screen: onDemand(() => import('./permissions/FinancePermissionsScreen.tsx'), { waiting: <Loading /> }),
  },
];
