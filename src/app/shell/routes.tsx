/** Routes of the screens that are not forms, and one for all forms' paths. Each screen is loaded when first opened. */
import { lazy, type ReactNode } from 'react';
import { createBrowserRouter, Navigate, useLocation } from 'react-router-dom';
import { useIsLoggedIn, useSession } from '../data/queries.ts';
import { OVERRIDES } from '../overrides/registry.ts';
import { Shell } from './Shell.tsx';

const Login = lazy(() => import('../screens/login/LoginScreen.tsx'));
const Logout = lazy(() => import('../screens/login/LogoutScreen.tsx'));
const Dashboard = lazy(() => import('../screens/dashboard/DashboardScreen.tsx'));
const Department = lazy(() => import('../screens/menu/MenuScreen.tsx'));
const Profile = lazy(() => import('../screens/profile/ProfileScreen.tsx'));
const Settings = lazy(() => import('../screens/settings/SettingsScreen.tsx'));
const ErrorPage = lazy(() => import('../screens/error/ErrorScreen.tsx'));
const Forbidden = lazy(() => import('../screens/error/ForbiddenScreen.tsx'));
const GalleryScreen = lazy(() => import('../screens/gallery/GalleryScreen.tsx'));
const FormRoute = lazy(() => import('./FormRoute.tsx'));

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
