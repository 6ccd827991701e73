import { PREPARE_PATH } from '../../../core/paths/screens.ts';
import { lazyComponent, WIDGET_WORDS } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

const WORDS = ['offline'];

export const offline: Feature = {
  routes: [
    {
      path: PREPARE_PATH,
      Screen: screenOnDemand(() => import('./PrepareScreen.tsx'), WORDS),
      worksOffline: true,
    },
    { path: '/offline/sync', Screen: screenOnDemand(() => import('./SyncScreen.tsx'), WORDS), worksOffline: true },
    {
      path: '/admin/accounts/taking-in',
      // A reason is asked in the words of the administrators' screens.
      Screen: screenOnDemand(() => import('./TakeInScreen.tsx'), [...WORDS, ...WIDGET_WORDS, 'admin']),
    },
    {
      path: '/offline/conflict/:operation',
      Screen: screenOnDemand(() => import('./ConflictScreen.tsx'), [...WORDS, ...WIDGET_WORDS]),
      worksOffline: true,
    },
  ],
  settings: { id: 'offline', Section: lazyComponent(() => import('./OfflineSettings.tsx'), { words: WORDS }) },
};
