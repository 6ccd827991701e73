import type { Feature } from '../../shell/features.ts';
import { screenOnDemand } from '../../shell/screenOnDemand.tsx';

const Screen = screenOnDemand(() => import('./PublicScreen.tsx'), ['public']);

export const publicPage: Feature = {
  Start: Screen,
  routes: [{ path: '/map', Screen, isPublic: true, isChart: true }],
};
