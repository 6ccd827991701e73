import type { ComponentType } from 'react';
import { type OnDemand, onDemand } from '../data/onDemand.tsx';
import { Broken } from './Broken.tsx';
import { Loading } from './Loading.tsx';

/** A screen that is loaded when first opened, with the namespaces of its texts. */
export function screenOnDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  words: readonly string[] = [],
): OnDemand<Props> {
  return onDemand(load, { words, waiting: <Loading />, failed: (again) => <Broken onRetry={again} /> });
}
