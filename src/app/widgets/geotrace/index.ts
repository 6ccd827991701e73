import { ShapeDisplay } from '../map/ShapeDisplay.tsx';
import { shapeInput } from '../map/ShapeInput.tsx';
import type { Widget } from '../types.ts';

export const widget: Widget = { Input: shapeInput('LineString'), Display: ShapeDisplay, group: true, wide: true };
