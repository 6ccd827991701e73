import { fixedRadios } from '../controls/FixedRadios.tsx';
import { PlainDisplay } from '../controls/PlainDisplay.tsx';
import type { Widget } from '../types.ts';

export const widget: Widget = { Input: fixedRadios('yesNoDontKnow'), Display: PlainDisplay, row: true };
