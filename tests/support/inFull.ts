import { it } from 'vitest';

/** A test of the whole matrix only (`npm run test:full`): the everyday run proves the same in a shorter way, or less often. */
export const inFull = it.runIf(process.env.AMANAT_FULL === '1');
