/** The frame on top. Logged out it is only the name, the languages and the login link; phones get a drawer. */
import { Drawer, Menu, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { direction } from '../../core/text/languages.ts';
import { preferences } from '../data/preferences.ts';
import { useCommon, useForms, useIsLoggedIn, useSession } from '../data/queries.ts';
import { text } from '../data/words.ts';
import { Icon } from '../theme/Icon.tsx';
import mark from '../theme/mark.svg';
import { LanguageButtons } from './Language.tsx';
import { departmentPath, visibleEntries } from './menu.ts';
import classes from './Navbar.module.css';

interface Department {
  id: string;
  label: string;
  icon: string;
  empty: boolean;
}

export function useMenus() {
  const common = useCommon();
  const forms = useForms();
  const session = useSession();
  const navigation = common.data?.navigation;
  const may = session.data?.may ?? {};
  const known = forms.data ?? [];
  const departments: Department[] = (navigation?.departments ?? []).map((d) => ({
    id: d.id,
    label: text(d.title),
    icon: d.icon ?? 'file',
    empty: visibleEntries(d.items, known, [], may).length === 0,
  }));
  const bar = navigation ? visibleEntries(navigation.bar, known, navigation.departments, may) : [];
  return { departments, bar, user: session.data?.user };
}

export function Navbar() {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link to="/" className={classes.brand}>
          <img src={mark} alt="" width={28} height={28} />
          <span>{t('product')}</span>
        </Link>
        {loggedIn ? <SignedIn /> : <SignedOut />}
      </div>
    </header>
  );
}

function SignedOut() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <div className={classes.end}>
      <LanguageButtons className={classes.language} />
      {pathname !== '/login' && (
        <Link to="/login" className={classes.item}>
          <Icon name="login" /> {t('nav.login')}
        </Link>
      )}
    </div>
  );
}

function SignedIn() {
  const { t } = useTranslation();
  const { departments, bar, user } = useMenus();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <nav aria-label={t('nav.main')} className={classes.wide}>
        <Menu position="bottom-start" width={280}>
          <Menu.Target>
            <UnstyledButton className={classes.item}>
              <Icon name="building-community" /> {t('nav.departments')} <Icon name="chevron-down" size={14} />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {departments.map((d) =>
              d.empty ? (
                <Menu.Item
                  key={d.id}
                  disabled
                  leftSection={<Icon name={d.icon} />}
                  rightSection={<small>{t('nav.notYet')}</small>}
                >
                  {d.label}
                </Menu.Item>
              ) : (
                <Menu.Item key={d.id} component={Link} to={departmentPath(d.id)} leftSection={<Icon name={d.icon} />}>
                  {d.label}
                </Menu.Item>
              ),
            )}
          </Menu.Dropdown>
        </Menu>
        {bar.map((entry) => (
          <NavLink key={entry.id} to={entry.to} className={classes.item}>
            <Icon name={entry.icon} /> {entry.label}
          </NavLink>
        ))}
      </nav>
      <div className={`${classes.end} ${classes.wide}`}>
        <LanguageButtons className={classes.language} />
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <UnstyledButton
              className={classes.item}
              aria-label={user ? t('nav.accountOf', { name: user.name }) : t('nav.account')}
            >
              <Icon name="user" /> <span className={classes.user}>{user?.name}</span>{' '}
              <Icon name="chevron-down" size={14} />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to="/settings" leftSection={<Icon name="settings" />}>
              {t('nav.settings')}
            </Menu.Item>
            <Menu.Item component={Link} to="/profile" leftSection={<Icon name="user" />}>
              {t('nav.profile')}
            </Menu.Item>
            <Menu.Item component={Link} to="/logout" leftSection={<Icon name="logout" />}>
              {t('nav.logout')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Link to="/logout" className={classes.item}>
          <Icon name="logout" /> {t('nav.logout')}
        </Link>
      </div>
      <button type="button" className={classes.burger} onClick={() => setOpen(true)} aria-expanded={open}>
        <Icon name="menu" size={24} label={t('nav.menu')} />
      </button>
      <Drawer.Root
        opened={open}
        onClose={close}
        position={direction(preferences().language) === 'rtl' ? 'left' : 'right'}
        size="min(20rem, 88vw)"
      >
        <Drawer.Overlay />
        <Drawer.Content className={classes.sheet}>
          <div className={classes.sheetHead}>
            <Drawer.Title>{user?.name ?? t('nav.menu')}</Drawer.Title>
            <Drawer.CloseButton aria-label={t('close')} size="lg" />
          </div>
          <Drawer.Body>
            <nav aria-label={t('nav.main')} className={classes.drawer}>
              <Link to="/" onClick={close}>
                <Icon name="home" size={20} /> {t('dashboard.title')}
              </Link>
              <h2>{t('nav.departments')}</h2>
              {departments.map((d) =>
                d.empty ? (
                  <span key={d.id} className={classes.off}>
                    <Icon name={d.icon} size={20} /> {d.label} <small>{t('nav.notYet')}</small>
                  </span>
                ) : (
                  <NavLink key={d.id} to={departmentPath(d.id)} onClick={close}>
                    <Icon name={d.icon} size={20} /> {d.label}
                  </NavLink>
                ),
              )}
              {bar.length > 0 && <hr />}
              {bar.map((entry) => (
                <NavLink key={entry.id} to={entry.to} onClick={close}>
                  <Icon name={entry.icon} size={20} /> {entry.label}
                </NavLink>
              ))}
              <hr />
              <NavLink to="/settings" onClick={close}>
                <Icon name="settings" size={20} /> {t('nav.settings')}
              </NavLink>
              <NavLink to="/profile" onClick={close}>
                <Icon name="user" size={20} /> {t('nav.profile')}
              </NavLink>
              <div className={classes.drawerLanguages}>
                <LanguageButtons className={classes.drawerLanguage} />
              </div>
              <Link to="/logout" onClick={close}>
                <Icon name="logout" size={20} /> {t('nav.logout')}
              </Link>
            </nav>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
