/** Copyright with the current year, which is the Solar Hijri year for users of Dari and Pashto. */
import { useTranslation } from 'react-i18next';
import { defaultCalendar, kabulDay, toParts } from '../../core/text/dates.ts';
import { preferences } from '../data/preferences.ts';
import { digits } from '../data/words.ts';
import classes from './Footer.module.css';

export function Footer() {
  const { t } = useTranslation();
  const year = toParts(kabulDay(new Date()), defaultCalendar(preferences().language))?.year ?? '';
  return (
    <footer className={classes.footer}>
      <span>{t('footer', { year: digits(year) })}</span>
    </footer>
  );
}
