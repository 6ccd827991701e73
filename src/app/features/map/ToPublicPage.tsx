/**
 * Leads visitors without a login to the page that the server writes, with their choices. This happens only in browsers that
 * have the app: others get that page at once. Without network the login stays, which opens the store of this device.
 */
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { connectionMode } from '../../data/device/mode.ts';
import { publicPagePath } from '../../data/publicPage.ts';
import { Loading } from '../../shell/Loading.tsx';

export function RedirectToPublicPage() {
  const { search, pathname } = useLocation();
  const [isReached, setReached] = useState(connectionMode.get() === 'online');
  const path = `${publicPagePath()}${search}`;
  useEffect(() => {
    if (!isReached) return;
    // Asked for first, because a browser that follows an address without network leaves the app.
    const stop = new AbortController();
    fetch(path, { signal: stop.signal }).then(
      ({ ok }) => (ok ? window.location.replace(path) : setReached(false)),
      () => stop.signal.aborted || setReached(false),
    );
    return () => stop.abort();
  }, [path, isReached]);
  return isReached ? <Loading /> : <Navigate to="/login" replace state={{ from: `${pathname}${search}` }} />;
}
