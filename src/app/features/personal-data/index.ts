import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

export const personalData: Feature = {
  routes: [
    { path: '/admin/personal-data', Screen: screenOnDemand(() => import('./PersonalDataScreen.tsx'), ['admin']) },
    { path: '/admin/personal-data/:id', Screen: screenOnDemand(() => import('./PersonScreen.tsx'), ['admin']) },
  ],
};
