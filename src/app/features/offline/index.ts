import { PREPARE_PATH } from '../../../core/paths/screens.ts';
import { lazyComponent, WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

const WORDS = ['offline'];

export const offlineFeature: Feature = {
  routes: [
    {
      path: PREPARE_PATH,
      Screen: lazyScreen(() => import('./PrepareScreen.tsx'), WORDS),
      worksOffline: true,
    },
    { path: '/offline/sync', Screen: lazyScreen(() => import('./SyncScreen.tsx'), WORDS), worksOffline: true },
    {
      path: '/admin/accounts/taking-in',
      // A reason is asked in the words of the administrators' screens.
      Screen: lazyScreen(() => import('./TakeInScreen.tsx'), [...WORDS, ...WIDGET_NAMESPACES, 'admin']),
    },
    {
      path: '/offline/conflict/:operation',
      Screen: lazyScreen(() => import('./ConflictScreen.tsx'), [...WORDS, ...WIDGET_NAMESPACES]),
      worksOffline: true,
    },
  ],
  settings: { id: 'offline', Section: lazyComponent(() => import('./OfflineSettings.tsx'), { words: WORDS }) },
};
