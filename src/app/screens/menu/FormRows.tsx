/** Lists the forms of a department, one row each: links to the list, records to verify, a new record and the search. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { filteredListPath } from '../../../core/paths/listState.ts';
import { searchPath } from '../../../core/paths/screens.ts';
import { formLinks } from '../../data/offers.ts';
import { useHome } from '../../data/queries.ts';
import { number, text } from '../../data/words.ts';
import type { MenuEntry } from '../../shell/navigation/menu.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Menu.module.css';

export function FormRows({ title, entries }: { title: string; entries: MenuEntry[] }) {
  const { t } = useTranslation();
  const home = useHome();
  const toVerify = home.data?.waiting.find((one) => one.key === 'to_verify')?.forms ?? [];
  return (
    <section className="am-surface am-titled am-wide">
      <h2>{title}</h2>
      <ul className="am-lined">
        {entries.map(({ id, label, to, icon, form }) => {
          const create = form && formLinks(form).create;
          const waiting = toVerify.find((one) => one.form === form?.form);
          return (
            <li key={`${id} ${to}`} className={`${classes.formRow} am-inline am-gap-1`}>
              <Link to={to} className="am-way am-grow am-strong">
                <span className={`${classes.sign} am-round am-action`}>
                  <Icon name={icon} size={20} />
                </span>
                {label}
              </Link>
              {form && waiting && (
                <Link
                  to={filteredListPath(form, waiting.filters)}
                  className={`${classes.waiting} am-target am-pad-x-3 am-round am-action am-code`}
                >
                  {t('menu.toVerify', { shown: number(waiting.total) })}
                </Link>
              )}
              {form && (
                <div className="am-inline am-gap-1">
                  {create && (
                    <Link
                      to={create}
                      className={`${classes.act} am-target am-pad-x-3 am-round am-action am-code am-hovers`}
                      aria-label={text(form.new) || `${t('menu.entry')}: ${label}`}
                    >
                      <Icon name="plus" size={18} /> <span>{t('menu.entry')}</span>
                    </Link>
                  )}
                  <Link
                    to={searchPath(form.paths)}
                    className={`${classes.act} am-target am-pad-x-3 am-round am-action am-code am-hovers`}
                    aria-label={t('menu.searchIn', { name: label })}
                  >
                    <Icon name="search" size={18} /> <span>{t('menu.search')}</span>
                  </Link>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
