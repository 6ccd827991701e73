import { useWidgetTexts } from '../environment.tsx';
import type { LocatingReason } from './useLocating.ts';

/** Failures that mostly mean that location is switched off on the device. */
const SEEKING: ReadonlySet<LocatingReason> = new Set(['unavailable', 'timeout']);

export function LocatingTrouble({ reason }: { reason: LocatingReason }) {
  const { t } = useWidgetTexts();
  return (
    <p className="am-warning">
      {SEEKING.has(reason) && <strong>{t('geopoint.deviceOff')} </strong>}
      {t(`geopoint.${reason}`)}
    </p>
  );
}
