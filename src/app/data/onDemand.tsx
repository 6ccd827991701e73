import i18next from 'i18next';
import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react';

/** Namespaces of what draws fields. */
export const WIDGET_WORDS = ['form', 'errors'];

export type OnDemand<Props> = ComponentType<Props & { waiting?: ReactNode }>;

interface Needs {
  /** Namespaces of its words, fetched beside it. */
  words?: readonly string[];
  /** Drawn until it is here. */
  waiting?: ReactNode;
}

/**
 * A part of the program that is fetched when it is first drawn. In place of React.lazy, whose parts are held back until
 * 300 ms after the last sign of waiting, each part inside another anew: on a fast line most of opening a form was that.
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { words = [], waiting = null }: Needs = {},
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
  return function PartOnDemand({ waiting: here = waiting, ...props }) {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const [failed, setFailed] = useState<{ error: unknown }>();
    // As drawn: a part that arrives between drawing and this effect is drawn too.
    const isHere = Part !== undefined;
    useEffect(() => {
      if (isHere) return;
      let isGone = false;
      come().then(
        () => isGone || redraw(),
        (error: unknown) => isGone || setFailed({ error }),
      );
      return () => {
        isGone = true;
      };
    }, [isHere]);
    if (failed) throw failed.error;
    return Part ? <Part {...(props as Props)} /> : here;
  };
}
