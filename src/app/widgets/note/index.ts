import type { Widget } from '../types.ts';
import { Display } from './Display.tsx';

/** Words only, which the frame draws. */
export const widget: Widget = { Input: () => null, Display };
