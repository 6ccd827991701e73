import { numberInput } from '../controls/NumberControl.tsx';
import { UnitDisplay } from '../controls/PlainDisplay.tsx';
import type { Widget } from '../types.ts';

export const widget: Widget = { Input: numberInput('numeric'), Display: UnitDisplay };
