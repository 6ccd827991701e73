/** Everything around the screens, and what happens wherever a call is made: lost network, ended session. */
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { sessionEnded, sessionEndMessage } from '../data/signals.ts';
import { token } from '../data/token.ts';
import { Footer } from './Footer.tsx';
import { Loading } from './Loading.tsx';
import { NetworkBar } from './NetworkBar.tsx';
import { Navbar } from './navigation/Navbar.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import classes from './Shell.module.css';

const LOGIN_REDIRECT_MS = 1000;

export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useSessionEnd();
  return (
    <>
      <a href="#main" className={classes.skip}>
        {t('skip')}
      </a>
      <ProgressBar />
      <NetworkBar />
      <Navbar />
      <ScreenBoundary resetKey={pathname}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </ScreenBoundary>
      <Footer />
    </>
  );
}

/** 401: the message stays on the screen for a second, then the login page shows it; logging in leads back here. */
function useSessionEnd(): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const location = useLocation();
  const here = useEffectEvent(() => location);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = sessionEnded.listen((message) => {
      if (timer !== undefined || here().pathname === '/login') return;
      timer = setTimeout(() => {
        timer = undefined;
        const { pathname, search } = here();
        // Clearing the token already leads private screens to the login page: the words must be there first.
        sessionEndMessage.keep(message);
        token.clear();
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
