/** Routes of the screens that are not forms, and one for the paths of all forms. Each screen is loaded when first opened. */
import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, Navigate, useLocation } from 'react-router-dom';
import { lazyComponent, WIDGET_NAMESPACES } from './data/onDemand.tsx';
import { useIsLoggedIn, useSession } from './data/queries.ts';
import { sessionToken } from './data/token.ts';
import FormRoute, { lazyScreenOfPath } from './FormRoute.tsx';
import { StoreTrouble } from './screens/login/StoreTrouble.tsx';
import type { Feature, FeatureRoute } from './shell/features.ts';
import { OnlineOnly } from './shell/offline/NeedsServer.tsx';
import { Shell } from './shell/Shell.tsx';
import { lazyScreen } from './shell/screenOnDemand.tsx';

const Login = lazyScreen(() => import('./screens/login/LoginScreen.tsx'));
const Logout = lazyScreen(() => import('./screens/login/LogoutScreen.tsx'));
const Dashboard = lazyScreen(() => import('./screens/dashboard/DashboardScreen.tsx'));
/** A dialog: nothing is drawn until it is here. */
const StartSheet = lazyComponent(() => import('./screens/dashboard/StartSheet.tsx'));
const Department = lazyScreen(() => import('./screens/menu/MenuScreen.tsx'));
const News = lazyScreen(() => import('./screens/news/NewsScreen.tsx'));
const Profile = lazyScreen(() => import('./screens/profile/ProfileScreen.tsx'));
const Sessions = lazyScreen(() => import('./screens/sessions/SessionsScreen.tsx'));
const Settings = lazyScreen(() => import('./screens/settings/SettingsScreen.tsx'));
const ErrorPage = lazyScreen(() => import('./screens/error/ErrorScreen.tsx'));
const Forbidden = lazyScreen(() => import('./screens/error/ForbiddenScreen.tsx'));
const FieldExamplesScreen = lazyScreen(
  () => import('./screens/fieldExamples/FieldExamplesScreen.tsx'),
  WIDGET_NAMESPACES,
);

/** Only for users who are logged in. The login page leads back here. */
function Private({ children }: { children: ReactNode }) {
  const loggedIn = useIsLoggedIn();
  const { pathname, search } = useLocation();
  // A user with a one-time password must choose a new one first. Until then the server refuses everything else.
  const mustChange = useSession().data?.user.must_change_password === true;
  if (loggedIn && mustChange && pathname !== '/profile')
    return <Navigate to="/profile" replace state={{ from: `${pathname}${search}` }} />;
  if (loggedIn) return children;
  return <Navigate to="/login" replace state={{ from: `${pathname}${search}` }} />;
}

/** The dashboard. Visitors who are not logged in get the public page, if there is one. */
function Start({ features }: { features: readonly Feature[] }) {
  const Visitors = features.find((feature) => feature.Start)?.Start;
  return <ByLogin {...(Visitors && { Visitors })} screen={<Dashboard />} />;
}

/** A screen for users who are logged in, and what visitors get: the login, unless something else is named. */
function ByLogin({ Visitors, screen }: { Visitors?: ComponentType; screen: ReactNode }) {
  return useIsLoggedIn() || !Visitors ? guarded(screen) : <Visitors />;
}

const guarded = (screen: ReactNode) => <Private>{screen}</Private>;
const onlineOnly = (screen: ReactNode) => guarded(<OnlineOnly>{screen}</OnlineOnly>);

function featureScreen({ Screen, Visitors, isPublic, isChart, worksOffline }: FeatureRoute): ReactNode {
  if (isPublic) return <Screen />;
  const screen = worksOffline ? (
    <Screen />
  ) : (
    <OnlineOnly isChart={isChart ?? false}>
      <Screen />
    </OnlineOnly>
  );
  return <ByLogin {...(Visitors && { Visitors })} screen={screen} />;
}

/** Loads the first page's screen while the session is still being requested: the dashboard, or a form's screen. Never fails. */
export function preloadScreen({ state }: ReturnType<typeof makeRouter>): Promise<void> | undefined {
  const path = state.matches.at(-1)?.route.path;
  if (!sessionToken.get()) return;
  if (path === '/') return Dashboard.preload();
  return path === '*' ? lazyScreenOfPath(state.location.pathname).preload() : undefined;
}

export function makeRouter(features: readonly Feature[]) {
  const routes = features.flatMap(({ routes: own = [] }) => own);
  const screens = (isTask: boolean) =>
    routes
      .filter((route) => (route.isTask ?? false) === isTask)
      .map((route) => ({ path: route.path, element: featureScreen(route) }));
  return createBrowserRouter([
    { element: <Shell />, children: screens(true) },
    {
      element: (
        <>
          <Shell Start={StartSheet} />
          <StoreTrouble />
        </>
      ),
      children: [
        { path: '/login', element: <Login /> },
        { path: '/logout', element: <Logout /> },
        { path: '/error', element: <ErrorPage /> },
        { path: '/error/403', element: <Forbidden /> },
        { path: '/', element: <Start features={features} /> },
        { path: '/dashboard-new', element: guarded(<Dashboard />) },
        { path: '/menu/:department', element: guarded(<Department />) },
        { path: '/news', element: onlineOnly(<News />) },
        { path: '/profile', element: guarded(<Profile />) },
        { path: '/sessions', element: onlineOnly(<Sessions />) },
        { path: '/settings', element: guarded(<Settings />) },
        { path: '/test', element: <FieldExamplesScreen /> },
        ...screens(false),
        { path: '*', element: guarded(<FormRoute />) },
      ],
    },
  ]);
}
