import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

export const personalDataFeature: Feature = {
  routes: [
    { path: '/admin/personal-data', Screen: lazyScreen(() => import('./PersonalDataScreen.tsx'), ['admin']) },
    { path: '/admin/personal-data/:id', Screen: lazyScreen(() => import('./PersonScreen.tsx'), ['admin']) },
  ],
};
