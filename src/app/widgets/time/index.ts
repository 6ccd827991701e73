import { LtrDisplay } from '../controls/PlainDisplay.tsx';
import { typedText } from '../controls/typedText.tsx';
import type { Widget } from '../types.ts';

/** The browser's own time input: phones open a clock, on a keyboard the user types hours and minutes. */
export const widget: Widget = { Input: typedText('time', 'am-number am-short'), Display: LtrDisplay };
