/** The menu of phones; loaded when it is first opened. */
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { direction } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useFocusReturn } from '../../widgets/controls/useFocusReturn.ts';
import { LanguageButtons } from '../Language.tsx';
import { FormFinder } from './FormFinder.tsx';
import { departmentPath } from './menu.ts';
import classes from './NavDrawer.module.css';
import { useMenus } from './useMenus.ts';

export default function NavDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useFocusReturn();
  const { departments, bar, user } = useMenus();
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position={direction(preferences().language) === 'rtl' ? 'left' : 'right'}
      size="min(20rem, 88vw)"
    >
      <Drawer.Overlay />
      <Drawer.Content className={classes.sheet}>
        <div className={classes.head}>
          <Drawer.Title>{user?.name ?? t('nav.menu')}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('close')} size="lg" />
        </div>
        <Drawer.Body>
          <FormFinder onGo={onClose} />
          <nav aria-label={t('nav.main')} className={classes.drawer}>
            <Link to="/" onClick={onClose}>
              <Icon name="home" size={20} /> {t('dashboard.title')}
            </Link>
            <h2>{t('nav.departments')}</h2>
            {departments.map((d) =>
              d.empty ? (
                <span key={d.id} className={`am-dimmed ${classes.off}`}>
                  <Icon name={d.icon} size={20} /> {d.label} <small>{t('nav.notYet')}</small>
                </span>
              ) : (
                <NavLink key={d.id} to={departmentPath(d.id)} onClick={onClose}>
                  <Icon name={d.icon} size={20} /> {d.label}
                </NavLink>
              ),
            )}
            {bar.length > 0 && <hr />}
            {bar.map((entry) => (
              <NavLink key={entry.id} to={entry.to} onClick={onClose}>
                <Icon name={entry.icon} size={20} /> {entry.label}
              </NavLink>
            ))}
            <hr />
            <NavLink to="/settings" onClick={onClose}>
              <Icon name="settings" size={20} /> {t('nav.settings')}
            </NavLink>
            <NavLink to="/profile" onClick={onClose}>
              <Icon name="user" size={20} /> {t('nav.profile')}
            </NavLink>
            <NavLink to="/sessions" onClick={onClose}>
              <Icon name="lock" size={20} /> {t('nav.sessions')}
            </NavLink>
            <div className={classes.languages}>
              <LanguageButtons className={classes.language} />
            </div>
            <Link to="/logout" onClick={onClose}>
              <Icon name="logout" size={20} /> {t('nav.logout')}
            </Link>
          </nav>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
