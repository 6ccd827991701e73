/** Says on any screen, when the server was reached, that the clock of the device is wrong. Forms repeat it in their place. */
import i18next from 'i18next';
import { useEffect, useSyncExternalStore } from 'react';
import { deviceClock } from '../data/deviceClock.ts';
import { toast } from './toasts/toast.tsx';

export function ClockNotice() {
  const isWrong = useSyncExternalStore(deviceClock.subscribe, deviceClock.isWrong);
  useEffect(() => {
    if (!isWrong) return;
    void i18next
      .loadNamespaces('form')
      .then(() => toast('error', `${i18next.t('form:date.deviceClock')} ${i18next.t('form:date.deviceClockNext')}`));
  }, [isWrong]);
  return null;
}
