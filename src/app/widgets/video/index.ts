import { Display } from '../file/Display.tsx';
import { Input } from '../file/Input.tsx';
import type { Widget } from '../types.ts';

export const widget: Widget = { Input, Display, group: true, wide: true };
