import { lazyComponent, WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';

export const denialReasonsFeature: Feature = {
  sections: {
    refusal: { Display: lazyComponent(() => import('./Refusal.tsx'), { words: ['mande', ...WIDGET_NAMESPACES] }) },
  },
};
