import { WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

export const choicesFeature: Feature = {
  routes: [
    { path: '/admin/master-tables', Screen: lazyScreen(() => import('./TablesScreen.tsx'), ['admin']) },
    {
      path: '/admin/master-tables/:list',
      Screen: lazyScreen(() => import('./EntriesScreen.tsx'), ['admin', ...WIDGET_NAMESPACES]),
    },
    {
      path: '/admin/forms/common/new-list',
      Screen: lazyScreen(() => import('./NewListScreen.tsx'), ['admin', ...WIDGET_NAMESPACES]),
    },
  ],
};
