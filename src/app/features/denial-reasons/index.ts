import { onDemand, WIDGET_WORDS } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';

export const denialReasons: Feature = {
  sections: { refusal: { Display: onDemand(() => import('./Refusal.tsx'), { words: ['mande', ...WIDGET_WORDS] }) } },
};
