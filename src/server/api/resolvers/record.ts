/** The record itself: on show and on create with an id; null on a new one. */
import type { Resolver } from './resolver.ts';

export const record: Resolver = (_argument, _call, { rendered }) => rendered ?? null;
