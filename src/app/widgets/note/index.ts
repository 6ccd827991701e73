import type { Widget } from '../types.ts';
import { Display } from './Display.tsx';

/** Text only, rendered by the frame. */
export const widget: Widget = { Input: () => null, Display };
