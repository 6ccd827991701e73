import type { Widget } from '../types.ts';
import { Display } from './Display.tsx';
import { Input } from './Input.tsx';

export const widget: Widget = { Input, Display, wide: true };
