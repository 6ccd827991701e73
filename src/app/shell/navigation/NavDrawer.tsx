/** The menu on phones, loaded when first opened. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { textDirection } from '../../../core/text/languages.ts';
import type { ConnectionMode } from '../../data/device/mode.ts';
import { preferences } from '../../data/preferences.ts';
import { useOfflineState } from '../../offline/context.ts';
import { Icon } from '../../theme/Icon.tsx';
import { LanguageButtons } from '../Language.tsx';
import { SwitchDialog } from '../offline/SwitchButton.tsx';
import { ACCOUNT_SCREENS, departmentPath } from './menu.ts';
import classes from './NavDrawer.module.css';
import { SideSheet } from './SideSheet.tsx';
import { useMenus } from './useMenus.ts';

interface Props {
  part: 'all' | 'departments';
  onClose: () => void;
}

export default function NavDrawer({ part, onClose }: Props) {
  const { t } = useTranslation();
  const { departments, bar, user } = useMenus();
  const [switching, setSwitching] = useState<ConnectionMode>();
  if (switching) return <SwitchDialog to={switching} onClose={onClose} />;
  // The navbar may name a department that the list above already has.
  const others = bar.filter(({ to }) => departments.every(({ id }) => departmentPath(id) !== to));
  const link = (key: string, to: string, icon: string, label: string) => (
    <NavLink key={key} className="am-way am-round" to={to} onClick={onClose}>
      <Icon name={icon} size={20} /> {label}
    </NavLink>
  );
  const isAll = part === 'all';
  return (
    <SideSheet
      title={isAll ? (user?.name ?? t('nav.menu')) : t('nav.departments')}
      // From the edge at which its button is.
      from={(textDirection(preferences().language) === 'rtl') === isAll ? 'left' : 'right'}
      size="min(20rem, 88vw)"
      onClose={onClose}
    >
      <nav aria-label={t(isAll ? 'nav.main' : 'nav.departments')} className={`${classes.drawer} am-column am-gap-1`}>
        {isAll && (
          <Link className="am-way am-round" to="/" onClick={onClose}>
            <Icon name="home" size={20} /> {t('dashboard.title')}
          </Link>
        )}
        {isAll && departments.length > 0 && <h2 className="am-above-3 am-pad-x-4 am-meta">{t('nav.departments')}</h2>}
        {departments.map(({ id, label, icon }) => link(id, departmentPath(id), icon, label))}
        {isAll && (
          <>
            {others.length > 0 && <hr />}
            {others.map(({ id, to, icon, label }) => link(id, to, icon, label))}
            <hr />
            <OfflineLinks onSwitch={setSwitching} onClose={onClose} />
            {ACCOUNT_SCREENS.map(([screen, icon]) => link(screen, `/${screen}`, icon, t(`nav.${screen}`)))}
            <div className="am-beside am-gap-2 am-pad-y-2 am-pad-x-3">
              <LanguageButtons className="am-chip am-grow am-center am-round" />
            </div>
            <Link className="am-way am-round" to="/logout" onClick={onClose}>
              <Icon name="logout" size={20} /> {t('nav.logout')}
            </Link>
          </>
        )}
      </nav>
    </SideSheet>
  );
}

/** The mode of this device, and what is not sent yet. */
function OfflineLinks({ onSwitch, onClose }: { onSwitch: (to: ConnectionMode) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const isSupported = useOfflineState((offline) => offline.isSupported);
  const other = useOfflineState(({ mode }) => (mode === 'online' ? 'offline' : 'online'));
  if (!isSupported) return null;
  return (
    <>
      <button
        type="button"
        className="am-way am-round"
        aria-haspopup="dialog"
        data-action="mode"
        onClick={() => onSwitch(other)}
      >
        <Icon name={other === 'offline' ? 'wifi-off' : 'refresh'} size={20} />{' '}
        {t(other === 'offline' ? 'nav.toOffline' : 'nav.toOnline')}
      </button>
      <NavLink className="am-way am-round" to="/offline/sync" onClick={onClose}>
        <Icon name="send" size={20} /> {t('nav.sync')}
      </NavLink>
      <hr />
    </>
  );
}
