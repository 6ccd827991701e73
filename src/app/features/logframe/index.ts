import { onDemand, WIDGET_WORDS } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

const words = ['mande', ...WIDGET_WORDS];

export const logframe: Feature = {
  routes: [
    { path: '/mande-dashboard', Screen: screenOnDemand(() => import('./MandeDashboard.tsx'), words) },
    {
      path: '/mande-dashboard/logframe-user-tagging',
      Screen: screenOnDemand(() => import('./TaggedScreen.tsx'), words),
    },
  ],
  sections: {
    'logframe-tree': {
      Input: onDemand(() => import('./TreeInput.tsx'), { words }),
      Display: onDemand(() => import('./TreeDisplay.tsx'), { words }),
    },
  },
};
