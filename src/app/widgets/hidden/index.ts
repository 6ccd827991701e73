import { PlainDisplay } from '../controls/PlainDisplay.tsx';
import type { Widget } from '../types.ts';

/** Stored with the record, never shown in the form. */
export const widget: Widget = { Input: () => null, Display: PlainDisplay };
