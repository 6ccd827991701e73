/**
 * Finds the report, or list of reports, of a path of no form that this person has. Reports that were published later need no
 * route. Where no report answers, the path may be that of a form that was taken away and of which a draft is here.
 */
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { Navigation } from '../core/definitions/types.ts';
import type { FormEntry } from '../core/generated/api.ts';
import { ApiError } from './data/errors.ts';
import { WIDGET_NAMESPACES } from './data/onDemand.tsx';
import { matchReport, useReports, withoutTrailingSlash } from './data/reports/reports.ts';
import { useOffline } from './offline/context.ts';
import NotFoundScreen from './screens/error/NotFoundScreen.tsx';
import { useDraftOfPage } from './screens/form/draft/useDraftOfPage.ts';
import { Failed } from './shell/Failed.tsx';
import { Loading } from './shell/Loading.tsx';
import { OnlineOnly } from './shell/offline/NeedsServer.tsx';
import { lazyScreen } from './shell/screenOnDemand.tsx';

const EmptyMenuScreen = lazyScreen(() => import('./screens/menu/EmptyMenuScreen.tsx'));
const ReportsScreen = lazyScreen(() => import('./screens/reports/ReportsScreen.tsx'), ['reports']);
const GoneScreen = lazyScreen(() => import('./screens/form/draft/GoneScreen.tsx'), WIDGET_NAMESPACES);
const ReportScreen = lazyScreen(() => import('./screens/report/ReportScreen.tsx'), ['reports', ...WIDGET_NAMESPACES]);

export function ReportRoute({ navigation, forms }: { navigation: Navigation; forms: FormEntry[] }) {
  const path = withoutTrailingSlash(useLocation().pathname);
  const isOnline = useOffline().mode === 'online';
  const item = navigation.bar.find((one) => one.path && withoutTrailingSlash(one.path) === path);
  const department = navigation.departments.find(
    ({ reports }) => reports && withoutTrailingSlash(reports.path) === path,
  );
  if (department || item?.reports) {
    return (
      <OnlineOnly isChart>
        <ReportsScreen key={path} department={department} />
      </OnlineOnly>
    );
  }
  if (item) return <EmptyMenuScreen item={item} forms={forms} />;
  if (isOnline) return <FoundReport path={path} />;
  return (
    <DraftElse>
      {/* The device has no list of reports: an address that it does not know is most likely one. */}
      <OnlineOnly isChart>{null}</OnlineOnly>
    </DraftElse>
  );
}

function FoundReport({ path }: { path: string }) {
  const reports = useReports();
  if (reports.error && !reports.data)
    return (
      <DraftElse>
        <Failed error={reports.error} onRetry={() => void reports.refetch()} />
      </DraftElse>
    );
  if (!reports.data) return <Loading />;
  const { data, closed } = reports.data;
  const match = matchReport(data, path);
  // The key gives another report a new screen, without state of the previous one.
  if (match) return <ReportScreen key={match.entry.report} {...match} />;
  const message = matchReport(closed, path)?.entry.message;
  if (message) return <Failed error={new ApiError(403, { code: 'forbidden', message })} />;
  return (
    <DraftElse>
      <NotFoundScreen />
    </DraftElse>
  );
}

/** The draft of this path, or what stands there if there is none. */
function DraftElse({ children }: { children: ReactNode }) {
  const draft = useDraftOfPage();
  if (draft.isLoading) return <Loading />;
  return draft.data ? <GoneScreen /> : children;
}
