import { WIDGET_WORDS } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

const WORDS = ['gallery', ...WIDGET_WORDS];

export const albums: Feature = {
  routes: [
    { path: '/gallery', Screen: screenOnDemand(() => import('./AlbumsScreen.tsx'), WORDS) },
    { path: '/gallery/:id', Screen: screenOnDemand(() => import('./AlbumScreen.tsx'), WORDS) },
  ],
};
