import { WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

const WORDS = ['gallery', ...WIDGET_NAMESPACES];

export const albumsFeature: Feature = {
  routes: [
    { path: '/gallery', Screen: lazyScreen(() => import('./AlbumsScreen.tsx'), WORDS) },
    { path: '/gallery/:id', Screen: lazyScreen(() => import('./AlbumScreen.tsx'), WORDS) },
  ],
};
