import { Display } from '../file/Display.tsx';
import type { Widget } from '../types.ts';
import { Input } from './Input.tsx';

export const widget: Widget = { Input, Display, group: true, wide: true };
