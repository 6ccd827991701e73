import { UnitDisplay } from '../controls/PlainDisplay.tsx';
import type { Widget } from '../types.ts';
import { Input } from './Input.tsx';

export const widget: Widget = { Input, Display: UnitDisplay };
