import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

const Screen = screenOnDemand(() => import('./PlacesScreen.tsx'), ['admin']);

export const places: Feature = {
  routes: [
    { path: '/admin/places', Screen },
    { path: '/admin/places/:id', Screen },
  ],
};
