import { lazyComponent, WIDGET_WORDS } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

const namespaces = ['mande', ...WIDGET_WORDS];

export const logframe: Feature = {
  routes: [
    { path: '/mande-dashboard', Screen: screenOnDemand(() => import('./MandeDashboard.tsx'), namespaces) },
    {
      path: '/mande-dashboard/logframe-user-tagging',
      Screen: screenOnDemand(() => import('./TaggedScreen.tsx'), namespaces),
    },
  ],
  sections: {
    'logframe-tree': {
      Input: lazyComponent(() => import('./TreeInput.tsx'), { words: namespaces }),
      Display: lazyComponent(() => import('./TreeDisplay.tsx'), { words: namespaces }),
    },
  },
};
