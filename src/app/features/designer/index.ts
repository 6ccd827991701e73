import { WIDGET_WORDS } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

export const designer: Feature = {
  routes: [
    {
      path: '/admin/form-drafts/:draft',
      isTask: true,
      Screen: screenOnDemand(() => import('./DesignerScreen.tsx'), ['designer', 'admin', ...WIDGET_WORDS]),
    },
    {
      path: '/admin/form-drafts/:draft/live',
      isTask: true,
      Screen: screenOnDemand(() => import('./LiveScreen.tsx'), ['designer', 'admin', ...WIDGET_WORDS]),
    },
  ],
};
