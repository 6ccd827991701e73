import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

export const restrictions: Feature = {
  routes: [
    { path: '/admin/restrictions', Screen: screenOnDemand(() => import('./RestrictionsScreen.tsx'), ['admin']) },
  ],
};
