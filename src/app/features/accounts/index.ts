import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

export const accounts: Feature = {
  routes: [
    { path: '/admin/accounts', Screen: screenOnDemand(() => import('./AccountsScreen.tsx')) },
    { path: '/admin/accounts/create', Screen: screenOnDemand(() => import('./NewAccountScreen.tsx')) },
    { path: '/admin/accounts/:id', Screen: screenOnDemand(() => import('./AccountScreen.tsx')) },
  ],
};
