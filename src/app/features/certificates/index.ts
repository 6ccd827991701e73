import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

const WORDS = ['certificates'];

export const certificatesFeature: Feature = {
  routes: [
    { path: '/admin/certificate-dashboard/show', Screen: lazyScreen(() => import('./ShowScreen.tsx'), WORDS) },
    { path: '/admin/certificate-dashboard/batch', Screen: lazyScreen(() => import('./BatchScreen.tsx'), WORDS) },
    {
      path: '/certificates/:token',
      Screen: lazyScreen(() => import('./VerificationScreen.tsx'), WORDS),
      isPublic: true,
    },
  ],
};
