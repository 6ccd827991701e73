import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

export const commonParts: Feature = {
  routes: [
    { path: '/admin/forms/common', Screen: screenOnDemand(() => import('./PartsScreen.tsx'), ['admin']) },
    { path: '/admin/forms/common/:part', Screen: screenOnDemand(() => import('./PartScreen.tsx'), ['admin']) },
  ],
};
