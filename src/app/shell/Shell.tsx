/** The frame around all screens. Handles events of any request: lost network, ended session. */
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import type { SessionView } from '../../core/generated/api.ts';
import { pathAfterLogin } from '../data/device/pathAfterLogin.ts';
import { queryKeys } from '../data/queries.ts';
import { sessionEnded, sessionEndMessage } from '../data/signals.ts';
import { sessionToken } from '../data/token.ts';
import { ClockNotice } from './ClockNotice.tsx';
import { Footer } from './Footer.tsx';
import { Loading } from './Loading.tsx';
import { NetworkBar } from './NetworkBar.tsx';
import type { StartSheetComponent } from './navigation/BottomBar.tsx';
import { Navbar } from './navigation/Navbar.tsx';
import { OfflineArea } from './offline/OfflineArea.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import classes from './Shell.module.css';
import { UpdateBar } from './UpdateBar.tsx';

const LOGIN_REDIRECT_MS = 1000;

interface Props {
  /** What a person may start from any place. Without it the screen is a task, which fills the window and leads back by itself. */
  Start?: StartSheetComponent;
}

export function Shell({ Start }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useSessionEnd();
  return (
    <>
      <a href="#main" className={classes.skip}>
        {t('skip')}
      </a>
      <NetworkBar />
      <ClockNotice />
      {Start && <Navbar Start={Start} />}
      {Start && <OfflineArea />}
      <ScreenBoundary resetKey={pathname}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </ScreenBoundary>
      {Start && <Footer />}
      <UpdateBar />
    </>
  );
}

/** On a 401: waits for a second, then goes to the login page, which shows the message. Login leads back here. */
function useSessionEnd(): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const location = useLocation();
  const here = useEffectEvent(() => location);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = sessionEnded.listen((message) => {
      if (timer !== undefined || here().pathname === '/login') return;
      const ended = sessionToken.get();
      timer = setTimeout(() => {
        timer = undefined;
        // Another tab has logged out meanwhile, and perhaps somebody else in.
        if (sessionToken.get() !== ended) return;
        const { pathname, search, hash } = here();
        const user = client.getQueryData<SessionView>(queryKeys.session)?.user.id;
        if (user) pathAfterLogin.keep(user, `${pathname}${search}${hash}`);
        // Clearing the token already sends private screens to the login page, so store the message first.
        sessionEndMessage.set(message);
        sessionToken.clear();
        client.clear();
        navigate('/login', { state: { message, from: `${pathname}${search}` } });
      }, LOGIN_REDIRECT_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [navigate, client]);
}
