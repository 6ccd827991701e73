/** Documented paths without a form have a screen (rows with screen `screen` in `tests/golden/routes-<document>.csv`). */
import { expect, test } from 'vitest';
import { FEATURES } from '../../src/app/features/index.ts';
import { makeRouter } from '../../src/app/routes.tsx';
import { table } from '../support/golden.ts';

const known = makeRouter(FEATURES).routes.flatMap(({ children = [] }) => children.map(({ path }) => path));

test.each(table('routes').filter(({ screen }) => screen === 'screen'))('$path has a screen of its own', ({ path }) => {
  expect(known).toContain(path);
});
