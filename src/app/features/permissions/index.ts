import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

const WORDS = ['permissions'];

export const permissionsFeature: Feature = {
  routes: [
    { path: '/admin/permissions', Screen: lazyScreen(() => import('./PermissionsScreen.tsx'), WORDS) },
    { path: '/admin/finance-dashboard', Screen: lazyScreen(() => import('./FinancePermissionsScreen.tsx'), WORDS) },
  ],
};
