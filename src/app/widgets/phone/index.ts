import { latinText } from '../controls/latinText.tsx';
import { linkDisplay } from '../controls/PlainDisplay.tsx';
import type { Widget } from '../types.ts';

export const widget: Widget = {
  Input: latinText('tel'),
  Display: linkDisplay((text) => `tel:${text.replace(/[^+0-9]/g, '')}`),
  single: true,
};
