/** The bell of the navbar: how many changes the user has not seen, and a link to them. */
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useNews } from '../../data/queries.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Navbar.module.css';

/** Above this the bell shows "99+". */
const MOST = 99;

export function Bell() {
  const { t } = useTranslation();
  const count = useNews().data?.count ?? 0;
  const shown = count > MOST ? `${number(MOST)}+` : number(count);
  const label = count > 0 ? t('news.count', { count, shown }) : t('news.title');
  return (
    <NavLink
      to="/news"
      className={`${classes.bell} am-sign am-holds`}
      aria-label={label}
      title={label}
      data-news={count}
    >
      <Icon name="bell" size={20} />
      {count > 0 && (
        <span className={`${classes.unseen} am-number-of am-corner`} aria-hidden>
          {shown}
        </span>
      )}
    </NavLink>
  );
}
