import { LtrDisplay } from '../controls/PlainDisplay.tsx';
import { typedText } from '../controls/typedText.tsx';
import type { Widget } from '../types.ts';

/** The browser's own control: a phone opens its clock, a keyboard types hours and minutes. */
export const widget: Widget = { Input: typedText('time', 'am-number am-short'), Display: LtrDisplay, single: true };
