import { typedText } from '../controls/typedText.tsx';
import type { Widget } from '../types.ts';
import { Display } from './Display.tsx';

export const widget: Widget = { Input: typedText('url'), Display };
