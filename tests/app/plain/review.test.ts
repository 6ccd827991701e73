/** Finds the step that brought a record into its state, whatever happened to the record since. */
import { expect, test } from 'vitest';
import { lastTransitionInto } from '../../../src/app/data/review.ts';
import type { ChangeView } from '../../../src/core/generated/api.ts';

const change = (seq: number, action: string, from: string | null, to: string, comment: string | null = null) =>
  ({ seq, action, from_state: from, to_state: to, comment }) as ChangeView;

const CREATED = change(1, 'create', null, 'submitted');
const BACK = change(2, 'return', 'submitted', 'returned', 'Page two is missing.');

test('a correction leaves the step that sent the record back to be read', () => {
  expect(lastTransitionInto('returned', [change(3, 'edit', 'returned', 'returned'), BACK, CREATED])).toBe(BACK);
});

test('of several ways back the last one counts', () => {
  const again = change(4, 'return', 'submitted', 'returned', 'Still missing.');
  expect(lastTransitionInto('returned', [BACK, again, change(3, 'resubmit', 'returned', 'submitted'), CREATED])).toBe(
    again,
  );
});

test('what went on to another state, or never moved, has none', () => {
  expect(lastTransitionInto('submitted', [CREATED])).toBeUndefined();
  expect(
    lastTransitionInto('returned', [change(3, 'resubmit', 'returned', 'submitted'), BACK, CREATED]),
  ).toBeUndefined();
});
