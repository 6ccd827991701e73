import { latinText } from '../controls/latinText.tsx';
import type { Widget } from '../types.ts';
import { Display } from './Display.tsx';

export const widget: Widget = { Input: latinText('url'), Display, single: true };
