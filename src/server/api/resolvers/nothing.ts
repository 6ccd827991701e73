/** A documented key that has no value here. */
import type { Resolver } from './resolver.ts';

export const nothing: Resolver = () => null;
