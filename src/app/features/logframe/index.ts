import { lazyComponent, WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

const namespaces = ['mande', ...WIDGET_NAMESPACES];

export const logframeFeature: Feature = {
  routes: [
    { path: '/mande-dashboard', Screen: lazyScreen(() => import('./MandeDashboard.tsx'), namespaces) },
    {
      path: '/mande-dashboard/logframe-user-tagging',
      Screen: lazyScreen(() => import('./TaggedScreen.tsx'), namespaces),
    },
  ],
  sections: {
    'logframe-tree': {
      Input: lazyComponent(() => import('./TreeInput.tsx'), { words: namespaces }),
      Display: lazyComponent(() => import('./TreeDisplay.tsx'), { words: namespaces }),
    },
  },
};
