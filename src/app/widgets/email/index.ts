import { latinText } from '../controls/latinText.tsx';
import { linkDisplay } from '../controls/PlainDisplay.tsx';
import type { Widget } from '../types.ts';

export const widget: Widget = {
  Input: latinText('email'),
  Display: linkDisplay((text) => `mailto:${text}`),
  single: true,
};
