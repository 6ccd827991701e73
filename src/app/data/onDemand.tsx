import i18next from 'i18next';
import { type ComponentType, type ReactNode, useCallback, useEffect, useReducer, useState } from 'react';
import { partsMissing } from './signals.ts';

/** Namespaces of what draws fields. */
export const WIDGET_WORDS = ['form', 'errors'];

export type OnDemand<Props> = ComponentType<Props & { waiting?: ReactNode }> & {
  /** Fetches it before it is drawn; whoever draws it hears of a failure. */
  preload: () => void;
};

interface Needs {
  /** Namespaces of its words, fetched beside it. */
  words?: readonly string[];
  /** Drawn until it is here. */
  waiting?: ReactNode;
  /** Says that it cannot be fetched, in place of `waiting`. */
  failed?: (again: () => void) => ReactNode;
}

interface Missing {
  again(): void;
  /** Whether somebody else has to say that it is missing. */
  isSilent: boolean;
}

/** Parts that are wanted on the screen and could not be fetched. */
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

/** Asks again for every part that is missing. */
export function askAgain(): void {
  for (const { again } of [...missing]) again();
}

/**
 * A part of the program that is fetched when it is first drawn. In place of React.lazy, whose parts are held back until
 * 300 ms after the last sign of waiting, each part inside another anew: on a fast line most of opening a form was that.
 * One that cannot be fetched takes nothing along: the screen around it stays. It is said where it is waited for, or in a
 * bar where nothing is drawn meanwhile (a dialog); both offer to ask again.
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { words = [], waiting = null, failed = (again) => <MissingHere onAgain={again} /> }: Needs = {},
): OnDemand<Props> {
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
    // As drawn: a part that arrives between drawing and this effect is drawn too.
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
  return Object.assign(PartOnDemand, { preload: () => void come().catch(() => {}) });
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
