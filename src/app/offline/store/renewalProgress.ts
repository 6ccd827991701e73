import { watchedValue } from '../../data/watchedValue.ts';

/** Rows of the open store that are encrypted anew, and all. Undefined if nothing has to be. */
export const renewalProgress = watchedValue<{ done: number; total: number } | undefined>(undefined);
