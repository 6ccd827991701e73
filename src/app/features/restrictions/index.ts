import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

export const restrictionsFeature: Feature = {
  routes: [{ path: '/admin/restrictions', Screen: lazyScreen(() => import('./RestrictionsScreen.tsx'), ['admin']) }],
};
