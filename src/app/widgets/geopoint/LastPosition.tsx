/**
 * Offers the position of the last visit to the same place, where the question asks for it. A person who takes it is told that
 * it was not measured now, for as long as the answer is that position.
 */

import type { FieldNode } from '../../../core/definitions/types.ts';
import { formatDate } from '../../../core/text/dates.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import { useFormHost, useLastAnswers } from '../host.tsx';
import type { Point } from './distance.ts';

interface Props {
  node: FieldNode;
  point: Point | undefined;
  onUse: (latitude: number, longitude: number) => void;
}

export function LastPosition({ node, point, onUse }: Props) {
  const { language, calendar } = useWidgets();
  const { t } = useWidgetTexts();
  const last = useLastPosition(node);
  if (!last) return null;
  const { latitude, longitude } = last;
  const date = formatDate(last.date, { language, calendar });
  if (point?.latitude === latitude && point.longitude === longitude)
    return (
      <p className="am-warning" role="status" data-last-position="taken">
        {t('geopoint.fromLast', { date })}
      </p>
    );
  if (point) return null;
  return (
    <div data-last-position="offered">
      <p className="am-aside">
        {t('geopoint.last', { date })}{' '}
        <bdi dir="ltr">
          {latitude.toFixed(5)}, {longitude.toFixed(5)}
        </bdi>
      </p>
      <button type="button" className="am-button" onClick={() => onUse(latitude, longitude)}>
        <Icon name="history" /> {t('geopoint.useLast')}
      </button>
    </div>
  );
}

/** Returns the position of the last visit and its day, if it was a visit to the place of this record. */
function useLastPosition(node: FieldNode): (Point & { date: string }) | undefined {
  const date = useFormHost()?.form.definition.date ?? '';
  const last = useLastAnswers(node);
  if (!last) return undefined;
  const { [node.parts.latitude ?? 'latitude']: latitude, [node.parts.longitude ?? 'longitude']: longitude } = last;
  const day = last[date];
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || typeof day !== 'string') return undefined;
  return { latitude, longitude, date: day };
}
