/** A documented key that has no value here. */
import type { Source } from './answer.ts';

export const nothing: Source = () => null;
