import type { ComponentType } from 'react';
import { noResponseError } from '../data/errors.ts';
import { type LazyComponent, lazyComponent } from '../data/onDemand.tsx';
import { BrokenScreen } from './BrokenScreen.tsx';
import { Failed } from './Failed.tsx';
import { Loading } from './Loading.tsx';

/** A screen that is loaded when first opened, with the namespaces of its texts. */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  words: readonly string[] = [],
): LazyComponent<Props> {
  // A screen that is not installed (an administrator's) comes by itself when the network is back.
  const failed = (again: () => void) =>
    navigator.onLine ? <BrokenScreen onRetry={again} /> : <Failed error={noResponseError()} onRetry={again} />;
  return lazyComponent(load, { words, waiting: <Loading />, failed });
}
