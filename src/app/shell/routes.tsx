/** Routes of the screens that are not forms, and one for all forms' paths. Each screen is loaded when first opened. */
import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, useLocation } from 'react-router-dom';
import { onDemand, WIDGET_WORDS } from '../data/onDemand.tsx';
import { useIsLoggedIn, useSession } from '../data/queries.ts';
import { OVERRIDES } from '../overrides/registry.tsx';
import { Loading } from './Loading.tsx';
import { Shell } from './Shell.tsx';

const Login = onDemand(() => import('../screens/login/LoginScreen.tsx'), { waiting: <Loading /> });
const Logout = onDemand(() => import('../screens/login/LogoutScreen.tsx'), { waiting: <Loading /> });
const Dashboard = onDemand(() => import('../screens/dashboard/DashboardScreen.tsx'), { waiting: <Loading /> });
const Department = onDemand(() => import('../screens/menu/MenuScreen.tsx'), { waiting: <Loading /> });
const Profile = onDemand(() => import('../screens/profile/ProfileScreen.tsx'), { waiting: <Loading /> });
const Settings = onDemand(() => import('../screens/settings/SettingsScreen.tsx'), { waiting: <Loading /> });
const ErrorPage = onDemand(() => import('../screens/error/ErrorScreen.tsx'), { waiting: <Loading /> });
const Forbidden = onDemand(() => import('../screens/error/ForbiddenScreen.tsx'), { waiting: <Loading /> });
const GalleryScreen = onDemand(() => import('../screens/gallery/GalleryScreen.tsx'), {
  words: WIDGET_WORDS,
  waiting: <Loading />,
});
const FormRoute = onDemand(() => import('./FormRoute.tsx'), { waiting: <Loading /> });

/** Only for people who are logged in; the login page leads back here. */
export function Private({ children }: { children: ReactNode }) {
  const loggedIn = useIsLoggedIn();
  const { pathname, search } = useLocation();
  // Whoever came with a one-time password chooses an own one first; the server answers nothing else until then.
  const mustChange = useSession().data?.user.must_change_password === true;
  if (loggedIn && mustChange && pathname !== '/profile')
    return <Navigate to="/profile" replace state={{ from: `${pathname}${search}` }} />;
  if (loggedIn) return children;
  return <Navigate to="/login" replace state={{ from: `${pathname}${search}` }} />;
}

const guarded = (screen: ReactNode) => <Private>{screen}</Private>;

export function makeRouter() {
  return createBrowserRouter([
    {
      element: <Shell />,
      children: [
        { path: '/login', element: <Login /> },
        { path: '/logout', element: <Logout /> },
        { path: '/error', element: <ErrorPage /> },
        { path: '/error/403', element: <Forbidden /> },
        { path: '/', element: guarded(<Dashboard />) },
        { path: '/dashboard-new', element: guarded(<Dashboard />) },
        { path: '/menu/:department', element: guarded(<Department />) },
        { path: '/profile', element: guarded(<Profile />) },
        { path: '/settings', element: guarded(<Settings />) },
        { path: '/test', element: <GalleryScreen /> },
        ...OVERRIDES.map(({ path, Screen, isPublic }) => ({
          path,
          element: isPublic ? <Screen /> : guarded(<Screen />),
        })),
        { path: '*', element: guarded(<FormRoute />) },
      ],
    },
  ]);
}
