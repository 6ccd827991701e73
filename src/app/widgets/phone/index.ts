import { linkDisplay } from '../controls/PlainDisplay.tsx';
import { typedText } from '../controls/typedText.tsx';
import type { Widget } from '../types.ts';

export const widget: Widget = {
  Input: typedText('tel'),
  Display: linkDisplay((text) => `tel:${text.replace(/[^+0-9]/g, '')}`),
};
