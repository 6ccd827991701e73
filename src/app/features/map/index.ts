import { WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';
import { RedirectToPublicPage } from './ToPublicPage.tsx';

export const mapFeature: Feature = {
  Start: RedirectToPublicPage,
  routes: [
    {
      path: '/map',
      Screen: lazyScreen(() => import('./MapScreen.tsx'), ['map', ...WIDGET_NAMESPACES]),
      Visitors: RedirectToPublicPage,
      isChart: true,
    },
  ],
};
