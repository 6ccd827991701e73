import { WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

export const designerFeature: Feature = {
  routes: [
    {
      path: '/admin/form-drafts/:draft',
      isTask: true,
      Screen: lazyScreen(() => import('./DesignerScreen.tsx'), ['designer', 'admin', ...WIDGET_NAMESPACES]),
    },
    {
      path: '/admin/form-drafts/:draft/live',
      isTask: true,
      Screen: lazyScreen(() => import('./LiveScreen.tsx'), ['designer', 'admin', ...WIDGET_NAMESPACES]),
    },
  ],
};
