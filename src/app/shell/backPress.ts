/**
 * In the installed app a back press on the first page closes the app. The first such press only says that a second one does.
 * For that the first page stands twice in the history. Browsers skip what a page adds to the history without a press or a key
 * of the user, so it is added at the next one.
 */
import i18next from 'i18next';
import { createPath, type Location } from 'react-router-dom';
import { toast } from './toasts/toast.tsx';

interface HistoryState {
  /** Position in the history of this app, written by React Router. */
  idx?: number;
  /** The lower of the two entries. Coming to it means that the user wants to leave. */
  isLast?: boolean;
  isCopy?: boolean;
}

/** What a back press ends before it leads anywhere, the newest last. */
const claims: (() => void)[] = [];

/** Lets a back press on the first page of the installed app do this instead, until the returned function is called. */
export function claimBackPress(act: () => void): () => void {
  claims.push(act);
  return () => void claims.splice(claims.indexOf(act), 1);
}

const stateOf = () => (window.history.state ?? {}) as HistoryState;

export function askBeforeClosingApp(router: { state: { location: Location } }): void {
  if (!window.matchMedia('(display-mode: standalone)').matches) return;
  let isCopied = stateOf().isCopy === true;
  const copy = () => {
    const state = stateOf();
    if (isCopied || state.idx !== 0) return;
    isCopied = true;
    window.history.replaceState({ ...state, isLast: true }, '');
    window.history.pushState({ ...state, isCopy: true }, '');
  };
  window.addEventListener('pointerdown', copy, true);
  window.addEventListener('keydown', copy, true);
  const back = (event: PopStateEvent) => {
    if (!stateOf().isLast) return;
    isCopied = false;
    // Nothing changes for React Router: the entry takes over what is shown, which may have replaced the copy.
    event.stopImmediatePropagation();
    const { key, state: usr, ...path } = router.state.location;
    window.history.replaceState({ usr, key, idx: 0 }, '', createPath(path));
    const claimed = claims.at(-1);
    if (claimed) claimed();
    else toast('info', i18next.t('install.backAgain'));
  };
  window.addEventListener('popstate', back, true);
}
