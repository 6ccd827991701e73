import { WIDGET_WORDS } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

export const choices: Feature = {
  routes: [
    { path: '/admin/master-tables', Screen: screenOnDemand(() => import('./TablesScreen.tsx'), ['admin']) },
    {
      path: '/admin/master-tables/:list',
      Screen: screenOnDemand(() => import('./EntriesScreen.tsx'), ['admin', ...WIDGET_WORDS]),
    },
    {
      path: '/admin/forms/common/new-list',
      Screen: screenOnDemand(() => import('./NewListScreen.tsx'), ['admin', ...WIDGET_WORDS]),
    },
  ],
};
