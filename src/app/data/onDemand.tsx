import i18next from 'i18next';
import { type ComponentType, type ReactNode, useCallback, useEffect, useReducer, useState } from 'react';
import { partsMissing } from './signals.ts';

/** Namespaces of the texts that fields need. */
export const WIDGET_NAMESPACES = ['form', 'errors'];

export type LazyComponent<Props> = ComponentType<Props & { waiting?: ReactNode }> & {
  /** Loads the component before it is rendered, and resolves then. A failure is reported only when it is rendered. */
  preload: () => Promise<void>;
};

interface Needs {
  /** Namespaces of its texts, loaded together with it. */
  words?: readonly string[];
  /** Rendered until the component is loaded. */
  waiting?: ReactNode;
  /** Rendered instead of `waiting` if loading failed. */
  failed?: (again: () => void) => ReactNode;
}

interface Missing {
  again(): void;
  /** True if the component renders nothing, so that the failure must be shown elsewhere. */
  isSilent: boolean;
}

/** Components that should be on the screen but could not be loaded. */
const missing = new Set<Missing>();

function miss(part: Missing): () => void {
  const tell = () => partsMissing.say([...missing].filter(({ isSilent }) => isSilent).length);
  missing.add(part);
  tell();
  return () => {
    missing.delete(part);
    tell();
  };
}

/** Tries again to load every missing component. */
export function retryLazyComponents(): void {
  for (const { again } of [...missing]) again();
}

/**
 * Loads a component when it is first rendered. React.lazy holds nested components back until 300 ms after the last loading
 * state, for each level again, which was most of the time to open a form on a fast line. A failure leaves the screen around
 * the component as it is. It is reported in its place, or in a bar if the component renders nothing while loading (a
 * dialog). Both offer to try again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { words = [], waiting = null, failed = (again) => <MissingHere onAgain={again} /> }: Needs = {},
): LazyComponent<Props> {
  let Part: ComponentType<Props> | undefined;
  let coming: Promise<void> | undefined;
  const come = () => {
    coming ??= Promise.all([load(), i18next.loadNamespaces(words)]).then(
      ([part]) => {
        Part = part.default;
      },
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };
  function PartOnDemand({ waiting: here = waiting, ...props }: Props & { waiting?: ReactNode }) {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const [isMissing, setMissing] = useState(false);
    // The value of this render: a component that arrives before the effect runs is rendered too.
    const isHere = Part !== undefined;
    useEffect(() => {
      if (isHere || isMissing) return;
      let isGone = false;
      come().then(
        () => isGone || redraw(),
        () => isGone || setMissing(true),
      );
      return () => {
        isGone = true;
      };
    }, [isHere, isMissing]);
    const again = useCallback(() => setMissing(false), []);
    const isSilent = here === null;
    useEffect(() => (isMissing ? miss({ again, isSilent }) : undefined), [isMissing, again, isSilent]);
    if (Part) return <Part {...(props as Props)} />;
    return isMissing && !isSilent ? failed(again) : here;
  }
  return Object.assign(PartOnDemand, { preload: () => come().catch(() => {}) });
}

function MissingHere({ onAgain }: { onAgain: () => void }) {
  return (
    <p className="am-missing" role="alert">
      {i18next.t('error.partMissing')}{' '}
      <button type="button" onClick={onAgain}>
        {i18next.t('retry')}
      </button>
    </p>
  );
}
