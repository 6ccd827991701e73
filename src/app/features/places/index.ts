import type { Feature } from '../../shell/features.ts';
import { lazyScreen } from '../../shell/screenOnDemand.tsx';

const Screen = lazyScreen(() => import('./PlacesScreen.tsx'), ['admin']);

export const placesFeature: Feature = {
  routes: [
    { path: '/admin/places', Screen },
    { path: '/admin/places/:id', Screen },
  ],
};
