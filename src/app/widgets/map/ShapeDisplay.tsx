/** A line or an area for reading: length and area, and a small map. */
import { isShape, shapePath } from '../../../core/geometry/shape.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import type { DisplayProps } from '../types.ts';
import { shapeMeasuresText } from './measures.ts';

const MapView = lazyComponent(() => import('./MapView.tsx'));

export function ShapeDisplay({ node, data }: DisplayProps) {
  const said = useWidgets();
  const { t } = useWidgetTexts();
  const shape = data[node.properties[0] ?? node.name];
  if (!isShape(shape)) return null;
  const words = shapeMeasuresText(shape, said, t);
  return (
    <div>
      <bdi>{words}</bdi>
      <MapView
        waiting={<div className="am-map am-map-still" />}
        label={t('shape.still')}
        type={shape.type}
        points={shapePath(shape)}
      />
    </div>
  );
}
