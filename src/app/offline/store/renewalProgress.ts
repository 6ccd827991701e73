import { watchedValue } from '../watchedValue.ts';

/** Rows of the open store that are encrypted anew, and all. Undefined if nothing has to be. */
export const renewalProgress = watchedValue<{ done: number; total: number }>();
