import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

export const accountsFeature: Feature = {
  routes: [
    { path: '/admin/accounts', Screen: lazyScreen(() => import('./AccountsScreen.tsx')) },
    { path: '/admin/accounts/create', Screen: lazyScreen(() => import('./NewAccountScreen.tsx')) },
    { path: '/admin/accounts/:id', Screen: lazyScreen(() => import('./AccountScreen.tsx')) },
  ],
};
