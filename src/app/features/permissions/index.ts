import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

const WORDS = ['permissions'];

export const permissions: Feature = {
  routes: [
    { path: '/admin/permissions', Screen: screenOnDemand(() => import('./PermissionsScreen.tsx'), WORDS) },
    { path: '/admin/finance-dashboard', Screen: screenOnDemand(() => import('./FinancePermissionsScreen.tsx'), WORDS) },
  ],
};
