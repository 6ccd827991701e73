/** Finds the screen and form of a path. Screens get only the form's entry and the ids in the path. */
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { validate } from 'uuid';
import { matchForms } from '../core/paths/screens.ts';
import { type LazyComponent, WIDGET_NAMESPACES } from './data/onDemand.tsx';
import { refetchUnreached, useCommon, useForms } from './data/queries.ts';
import { sessionToken } from './data/token.ts';
import { ReportRoute } from './ReportRoute.tsx';
import { Failed } from './shell/Failed.tsx';
import { Loading } from './shell/Loading.tsx';
import { OnlineOnly } from './shell/offline/NeedsServer.tsx';
import { lazyScreen } from './shell/screenOnDemand.tsx';

const ListScreen = lazyScreen(() => import('./screens/list/ListScreen.tsx'));
const SearchScreen = lazyScreen(() => import('./screens/search/SearchScreen.tsx'), WIDGET_NAMESPACES);
const ReviewScreen = lazyScreen(() => import('./screens/review/ReviewScreen.tsx'), ['record', ...WIDGET_NAMESPACES]);
const FormScreen = lazyScreen(() => import('./screens/form/FormScreen.tsx'), WIDGET_NAMESPACES);
const UploadScreen = lazyScreen(() => import('./screens/upload/UploadScreen.tsx'), ['corrections']);
const FiguresScreen = lazyScreen(
  () => import('./screens/figures/FiguresScreen.tsx'),
  ['figures', ...WIDGET_NAMESPACES],
);
const PrintScreen = lazyScreen(() => import('./screens/print/PrintScreen.tsx'), ['print', ...WIDGET_NAMESPACES]);
const DetailScreen = lazyScreen(() => import('./screens/detail/DetailScreen.tsx'), ['record', ...WIDGET_NAMESPACES]);

/** Returns the screen that a path most likely needs, before the forms are known. */
export function lazyScreenOfPath(path: string): Pick<LazyComponent<object>, 'preload'> {
  if (/\/(create|edit)(\/|$)/.test(path)) return FormScreen;
  if (path.endsWith('/review')) return ReviewScreen;
  return validate(path.split('/').at(-1)) ? DetailScreen : ListScreen;
}

/** Loads the screens that people open from home and from lists. */
export function preloadNextScreens(): void {
  if (!sessionToken.get()) return;
  void ListScreen.preload();
  void DetailScreen.preload();
}

export default function FormRoute() {
  const { pathname } = useLocation();
  const forms = useForms();
  const common = useCommon();
  const client = useQueryClient();
  const error = forms.error ?? common.error;
  if (error && !(forms.data && common.data)) {
    const retry = () => Promise.all([forms.refetch(), common.refetch(), refetchUnreached(client)]);
    return <Failed error={error} onRetry={() => void retry()} />;
  }
  if (!forms.data || !common.data) return <Loading />;
  const match = matchForms(forms.data, pathname);
  if (!match) return <ReportRoute navigation={common.data.navigation} forms={forms.data} />;
  const { entry, screen, id, parent } = match;
  // The key gives another record or form a new screen, without state of the previous one.
  const key = `${entry.form} ${screen} ${id ?? ''} ${parent ?? ''}`;
  if (screen === 'list') return <ListScreen key={key} entry={entry} />;
  if (screen === 'search') return <SearchScreen key={key} entry={entry} />;
  if (screen === 'review') return <ReviewScreen key={key} entry={entry} />;
  if (screen === 'upload')
    return (
      <OnlineOnly>
        <UploadScreen key={key} entry={entry} />
      </OnlineOnly>
    );
  if (screen === 'figures')
    return (
      <OnlineOnly isChart>
        <FiguresScreen key={key} entry={entry} />
      </OnlineOnly>
    );
  if (screen === 'print') return <PrintScreen key={key} entry={entry} {...(id !== undefined && { id })} />;
  if (screen === 'quick') return <FormScreen key={key} entry={entry} mode="quick" />;
  if (screen === 'detail' && id) return <DetailScreen key={key} entry={entry} id={id} />;
  if (screen === 'edit' && id) return <FormScreen key={key} entry={entry} mode="edit" id={id} />;
  return <FormScreen key={key} entry={entry} mode="create" {...(parent !== undefined && { parent })} />;
}
