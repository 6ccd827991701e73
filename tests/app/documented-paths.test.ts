/** Documented paths of the screens without a form (`tests/golden/routes-<document>.csv`, screen `screen`). */
import { expect, test } from 'vitest';
import { makeRouter } from '../../src/app/shell/routes.tsx';
import { table } from '../support/golden.ts';

const known = makeRouter().routes.flatMap(({ children = [] }) => children.map(({ path }) => path));

test.each(table('routes').filter(({ screen }) => screen === 'screen'))('$path has a screen of its own', ({ path }) => {
  expect(known).toContain(path);
});
