/** The record itself: on show and on create with an id; null on a new one. */
import type { Source } from './answer.ts';

export const record: Source = (_argument, _call, { rendered }) => rendered ?? null;
