import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

const WORDS = ['certificates'];

export const certificates: Feature = {
  routes: [
    { path: '/admin/certificate-dashboard/show', Screen: screenOnDemand(() => import('./ShowScreen.tsx'), WORDS) },
    { path: '/admin/certificate-dashboard/batch', Screen: screenOnDemand(() => import('./BatchScreen.tsx'), WORDS) },
    {
      path: '/certificates/:token',
      Screen: screenOnDemand(() => import('./VerificationScreen.tsx'), WORDS),
      isPublic: true,
    },
  ],
};
