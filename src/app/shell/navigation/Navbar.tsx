/**
 * The navbar. Without a login it has only the name, the languages and the login link. Narrow screens get a drawer, phones a
 * second bar at the lower edge.
 */

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { isolateName } from '../../../core/text/languages.ts';
import type { ConnectionMode } from '../../data/device/mode.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { useIsLoggedIn } from '../../data/queries.ts';
import { useOfflineState } from '../../offline/context.ts';
import { Icon } from '../../theme/Icon.tsx';
import mark from '../../theme/mark.svg';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { DropItem, DropMenu } from '../DropMenu.tsx';
import { LanguageButtons } from '../Language.tsx';
import { SwitchDialog } from '../offline/SwitchButton.tsx';
import { ProgressBar } from '../ProgressBar.tsx';
import { Bell } from './Bell.tsx';
import { BottomBar, type StartSheetComponent } from './BottomBar.tsx';
import { MenuButton } from './MenuButton.tsx';
import { ACCOUNT_SCREENS, departmentPath } from './menu.ts';
import classes from './Navbar.module.css';
import { useMenus } from './useMenus.ts';

const ITEM = `${classes.item} am-target am-pad-x-3 am-round am-code am-plain`;
const LANGUAGE = `${classes.language} am-target am-amid am-pad-x-2 am-round am-plain`;

const FinderDialog = lazyComponent(() => import('./FinderDialog.tsx'));

/** `Start`: what a person may start, from the lower bar. */
export function Navbar({ Start }: { Start: StartSheetComponent }) {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  const isPhone = useIsNarrowScreen();
  return (
    <header className={classes.header}>
      <ProgressBar />
      <div className={`${classes.inner} am-frame-width am-inline am-gap-1`}>
        <Link to="/" className={`${classes.brand} am-target am-shrinks am-strong`}>
          <img className="am-round" src={mark} alt="" width={28} height={28} />
          <span className="am-cut">{t('product')}</span>
        </Link>
        {loggedIn ? <SignedIn /> : <SignedOut />}
      </div>
      {loggedIn && isPhone && <BottomBar Start={Start} />}
    </header>
  );
}

function SignedOut() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <div className="am-inline am-gap-1 am-at-end">
      <LanguageButtons className={LANGUAGE} />
      {pathname !== '/login' && (
        <Link to="/login" className={ITEM}>
          <Icon name="login" /> {t('nav.login')}
        </Link>
      )}
    </div>
  );
}

function SignedIn() {
  const { t } = useTranslation();
  const { bar } = useMenus();
  const [finding, setFinding] = useState(false);
  const [switching, setSwitching] = useState<ConnectionMode>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setFinding(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <nav aria-label={t('nav.main')} className={`${classes.wide} am-cluster am-gap-1`}>
        <DepartmentMenu />
        <button
          type="button"
          className={ITEM}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K"
          title={t('find.shortcut')}
          aria-label={t('find.title')}
          onClick={() => setFinding(true)}
        >
          <Icon name="search" />
        </button>
        {bar.map((entry) => (
          <NavLink key={entry.id} to={entry.to} className={ITEM}>
            <Icon name={entry.icon} /> {entry.label}
          </NavLink>
        ))}
      </nav>
      <div className={`am-inline am-gap-1 am-at-end ${classes.wide} am-cluster`}>
        <LanguageButtons className={LANGUAGE} />
        <Bell />
        <AccountMenu onSwitch={setSwitching} />
        <Link to="/logout" className={ITEM}>
          <Icon name="logout" /> {t('nav.logout')}
        </Link>
      </div>
      <button
        type="button"
        className={`${classes.icon} am-sign am-at-end`}
        aria-haspopup="dialog"
        onClick={() => setFinding(true)}
      >
        <Icon name="search" size={22} label={t('find.title')} />
      </button>
      <span className={classes.small}>
        <Bell />
      </span>
      <MenuButton part="all" className={`${classes.icon} ${classes.menu} am-sign`}>
        <Icon name="menu" size={24} label={t('nav.menu')} />
      </MenuButton>
      {finding && <FinderDialog onClose={() => setFinding(false)} />}
      {switching && <SwitchDialog to={switching} onClose={() => setSwitching(undefined)} />}
    </>
  );
}

function DepartmentMenu() {
  const { t } = useTranslation();
  const { departments } = useMenus();
  if (departments.length === 0) return null;
  return (
    <DropMenu
      width={290}
      label={t('nav.departments')}
      trigger={(props) => (
        <button type="button" {...props} className={ITEM}>
          <Icon name="building-community" /> {t('nav.departments')} <Icon name="chevron-down" size={14} />
        </button>
      )}
    >
      {departments.map((d) => (
        <DropItem key={d.id} icon={d.icon} to={departmentPath(d.id)}>
          {d.label}
        </DropItem>
      ))}
    </DropMenu>
  );
}

function AccountMenu({ onSwitch }: { onSwitch: (to: ConnectionMode) => void }) {
  const { t } = useTranslation();
  const { user } = useMenus();
  const isSupported = useOfflineState((offline) => offline.isSupported);
  const other = useOfflineState(({ mode }) => (mode === 'online' ? 'offline' : 'online'));
  return (
    <DropMenu
      align="end"
      width={220}
      label={t('nav.account')}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={ITEM}
          aria-label={user ? t('nav.accountOf', { name: isolateName(user.name) }) : t('nav.account')}
        >
          <Icon name="user" /> <bdi className={`${classes.user} am-cut`}>{user?.name}</bdi>{' '}
          <Icon name="chevron-down" size={14} />
        </button>
      )}
    >
      {isSupported && (
        <>
          <DropItem icon={other === 'offline' ? 'wifi-off' : 'refresh'} action="mode" onSelect={() => onSwitch(other)}>
            {t(other === 'offline' ? 'nav.toOffline' : 'nav.toOnline')}
          </DropItem>
          <DropItem icon="send" to="/offline/sync">
            {t('nav.sync')}
          </DropItem>
        </>
      )}
      {[...ACCOUNT_SCREENS, ['logout', 'logout'] as const].map(([screen, icon]) => (
        <DropItem key={screen} icon={icon} to={`/${screen}`}>
          {t(`nav.${screen}`)}
        </DropItem>
      ))}
    </DropMenu>
  );
}
