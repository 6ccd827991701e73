/** Copyright with the current year, which is the Solar Hijri year for users of Dari and Pashto. */
import { useTranslation } from 'react-i18next';
import { defaultCalendar, toDateParts } from '../../core/text/dates.ts';
import { deviceClock } from '../data/deviceClock.ts';
import { preferences } from '../data/preferences.ts';
import { digits } from '../data/words.ts';

export function Footer() {
  const { t } = useTranslation();
  const year = toDateParts(deviceClock.today(), defaultCalendar(preferences().language))?.year ?? '';
  return (
    <footer className="am-pad-4 am-meta am-line-above am-center">
      <span>{t('footer', { year: digits(year) })}</span>
    </footer>
  );
}
