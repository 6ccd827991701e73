import { PlainDisplay } from '../controls/PlainDisplay.tsx';
import type { Widget } from '../types.ts';

/** Kept with the record, never drawn. */
export const widget: Widget = { Input: () => null, Display: PlainDisplay };
