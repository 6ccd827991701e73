/** The places of the app at the lower edge of a phone, where the thumb is. Screens with a bar of their own there have no other. */
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { matchForms } from '../../../core/paths/screens.ts';
import { useForms } from '../../data/queries.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useRootAttribute } from '../../theme/useRootAttribute.ts';
import classes from './BottomBar.module.css';
import { MenuButton } from './MenuButton.tsx';
import { ACCOUNT_SCREENS } from './menu.ts';
import { useMenus } from './useMenus.ts';

export type StartSheetComponent = ComponentType<{ onClose: () => void }>;

export function BottomBar({ Start }: { Start: StartSheetComponent }) {
  const { t } = useTranslation();
  const { key, pathname } = useLocation();
  const { departments, reports } = useMenus();
  const forms = useForms().data ?? [];
  const isOfForms = pathname.startsWith('/menu/') || matchForms(forms, pathname) !== null;
  const isOwn = ACCOUNT_SCREENS.some(([screen]) => pathname === `/${screen}`);
  // What is chosen in the sheet leads away from here, and closes it.
  const [startedAt, setStartedAt] = useState<string>();
  const isStarting = startedAt === key;
  useRootAttribute('places');
  useHidingWhileTyping();
  return (
    <>
      <nav
        aria-label={t('nav.main')}
        className={`${classes.bottomBar} am-beside am-line-above`}
        data-no-print
        data-bottom-bar
      >
        <NavLink to="/" end className={`${classes.entry} am-inset`}>
          <Icon name="home" size={22} /> <span>{t('nav.home')}</span>
        </NavLink>
        {departments.length > 0 && (
          <MenuButton part="departments" className={`${classes.entry} am-inset`} isCurrent={isOfForms}>
            <Icon name="list-details" size={22} /> <span>{t('nav.forms')}</span>
          </MenuButton>
        )}
        {forms.some(({ may }) => may.create) && (
          <button
            type="button"
            className={classes.start}
            aria-label={t('dashboard.quick')}
            aria-haspopup="dialog"
            aria-expanded={isStarting}
            data-action="start"
            onClick={() => setStartedAt(key)}
          >
            <Icon name="plus" size={24} />
          </button>
        )}
        {reports && (
          <NavLink to={reports.to} className={`${classes.entry} am-inset`}>
            <Icon name={reports.icon} size={22} /> <span>{reports.label}</span>
          </NavLink>
        )}
        <MenuButton part="all" className={`${classes.entry} am-inset`} isCurrent={isOwn}>
          <Icon name="user" size={22} /> <span>{t('nav.me')}</span>
        </MenuButton>
      </nav>
      {isStarting && <Start onClose={() => setStartedAt(undefined)} />}
    </>
  );
}

const TYPED_INTO = 'textarea, [contenteditable=true], input:not([type=checkbox], [type=radio])';

/** The keyboard of a phone lifts the bar over the field that somebody types into. */
function useHidingWhileTyping(): void {
  useEffect(() => {
    const root = document.documentElement;
    const follow = () => root.toggleAttribute('data-typing', document.activeElement?.matches(TYPED_INTO) ?? false);
    follow();
    // Between two fields nothing has the focus for a moment.
    const left = () => requestAnimationFrame(follow);
    document.addEventListener('focusin', follow);
    document.addEventListener('focusout', left);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('focusout', left);
      root.removeAttribute('data-typing');
    };
  }, []);
}
