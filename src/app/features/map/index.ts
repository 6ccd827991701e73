import { WIDGET_WORDS } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';
import { RedirectToPublicPage } from './ToPublicPage.tsx';

export const map: Feature = {
  Start: RedirectToPublicPage,
  routes: [
    {
      path: '/map',
      Screen: screenOnDemand(() => import('./MapScreen.tsx'), ['map', ...WIDGET_WORDS]),
      Visitors: RedirectToPublicPage,
      isChart: true,
    },
  ],
};
