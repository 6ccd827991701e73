import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

export const permissions: Feature = {
  routes: [
    { path: '/admin/permissions', Screen: screenOnDemand(() => import('./PermissionsScreen.tsx')) },
    { path: '/admin/finance-dashboard', Screen: screenOnDemand(() => import('./FinancePermissionsScreen.tsx')) },
  ],
};
