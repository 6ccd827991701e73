import { linkDisplay } from '../controls/PlainDisplay.tsx';
import { typedText } from '../controls/typedText.tsx';
import type { Widget } from '../types.ts';

export const widget: Widget = {
  Input: typedText('email'),
  Display: linkDisplay((text) => `mailto:${text}`),
};
