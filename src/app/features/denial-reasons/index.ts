import { lazyComponent, WIDGET_WORDS } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';

export const denialReasons: Feature = {
  sections: {
    refusal: { Display: lazyComponent(() => import('./Refusal.tsx'), { words: ['mande', ...WIDGET_WORDS] }) },
  },
};
