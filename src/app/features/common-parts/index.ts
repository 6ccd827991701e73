import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

export const commonPartsFeature: Feature = {
  routes: [
    { path: '/admin/forms/common', Screen: lazyScreen(() => import('./PartsScreen.tsx'), ['admin']) },
    { path: '/admin/forms/common/:part', Screen: lazyScreen(() => import('./PartScreen.tsx'), ['admin']) },
  ],
};
