import { PlainDisplay } from '../controls/PlainDisplay.tsx';
import type { Widget } from '../types.ts';
import { Input, showsRadios } from './Input.tsx';

export const widget: Widget = { Input, Display: PlainDisplay, row: showsRadios };
