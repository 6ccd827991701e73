/** How the state of translations changes when the texts of a file change. */
import { describe, expect, it } from 'vitest';
import { type StatusEntry, type TranslationState, updatedStatus } from '../../src/core/definitions/words/status.ts';

const entry = (en: string, state: TranslationState): StatusEntry => ({ en, state });
const KNOWN = {
  '/options/0': entry('yes', 'approved'),
  '/options/1': entry('no', 'checked'),
  '/options/2': entry('unknown', 'draft'),
};

describe('the state of a translation', () => {
  it('stays while the English stays, also when people set it', () => {
    expect(
      updatedStatus(KNOWN, [
        ['/options/0', 'yes'],
        ['/options/1', 'no'],
        ['/options/2', 'unknown'],
      ]),
    ).toEqual(KNOWN);
  });

  it('is draft for a new text, stale where the English changed', () => {
    expect(
      updatedStatus(KNOWN, [
        ['/options/0', 'yes'],
        ['/options/1', 'not at all'],
        ['/options/2', 'unknown'],
        ['/options/3', 'other'],
      ]),
    ).toEqual({ ...KNOWN, '/options/1': entry('not at all', 'stale'), '/options/3': entry('other', 'draft') });
  });

  it('goes along with a text that makes room for a new one, which is a draft', () => {
    expect(
      updatedStatus(KNOWN, [
        ['/options/0', 'yes'],
        ['/options/1', 'partly'],
        ['/options/2', 'no'],
        ['/options/3', 'unknown'],
      ]),
    ).toEqual({
      '/options/0': entry('yes', 'approved'),
      '/options/1': entry('partly', 'draft'),
      '/options/2': entry('no', 'checked'),
      '/options/3': entry('unknown', 'draft'),
    });
  });

  it('goes along when a text before it is taken out, and two texts change places', () => {
    expect(
      updatedStatus(KNOWN, [
        ['/options/0', 'unknown'],
        ['/options/1', 'no'],
      ]),
    ).toEqual({ '/options/0': entry('unknown', 'draft'), '/options/1': entry('no', 'checked') });
    expect(
      updatedStatus(KNOWN, [
        ['/options/0', 'no'],
        ['/options/1', 'yes'],
        ['/options/2', 'unknown'],
      ]),
    ).toMatchObject({ '/options/0': entry('no', 'checked'), '/options/1': entry('yes', 'approved') });
  });

  it('is not borrowed from an equal text that stays where it is', () => {
    const texts = [
      ['/title', 'Name'],
      ['/fields/name', 'Name'],
    ] as const;
    expect(updatedStatus({ '/title': entry('Name', 'approved') }, texts)['/fields/name']).toEqual(
      entry('Name', 'draft'),
    );
  });
});
