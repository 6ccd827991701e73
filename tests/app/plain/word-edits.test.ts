/** Edits of words on the screen: what is saved, what somebody else changed meanwhile, which languages were not reworded. */
import { describe, expect, it } from 'vitest';
import {
  cellEditOf,
  rebasedEdit,
  remainingEdits,
  staleLanguages,
  type TranslationEdits,
  withEdit,
  withoutEdit,
} from '../../../src/app/features/versions/words/edits.ts';
import type { WordsText } from '../../../src/core/generated/api.ts';

const text = (words: Record<string, string>, state: 'draft' | 'checked' = 'draft'): WordsText => ({
  pointer: '/title',
  place: '',
  key: 'Name',
  note: '',
  words,
  states: { fa: { state, by: null, at: null, history: [] } },
});
const TITLE = text({ en: 'Well', fa: 'چاه' });
const none: TranslationEdits = new Map();
const cells = (edits: TranslationEdits) => [...edits.values()];

describe('edits of words', () => {
  it('are cells with what stood there, and none when it stands there again', () => {
    const edited = withEdit(none, TITLE, 'fa', { words: 'چاه آب' });
    expect(cells(edited)).toEqual([
      { pointer: '/title', language: 'fa', was: 'چاه', words: 'چاه آب', state_was: 'draft' },
    ]);
    expect(withEdit(edited, TITLE, 'fa', { words: 'چاه' })).toEqual(none);
    expect(cells(withEdit(none, TITLE, 'ps', { words: 'څاه' }))).toEqual([
      { pointer: '/title', language: 'ps', was: '', words: 'څاه' },
    ]);
    const checked = withEdit(none, TITLE, 'fa', { state: 'checked' });
    expect(cells(checked)).toMatchObject([{ words: 'چاه', state: 'checked' }]);
    expect(withEdit(checked, TITLE, 'fa', { state: 'draft' })).toEqual(none);
  });

  it('stay beside what somebody else saved, until one of both is chosen', () => {
    const edited = withEdit(none, TITLE, 'fa', { words: 'مال من', state: 'checked' });
    const now = text({ en: 'Well', fa: 'مال دیگر' });
    expect(cellEditOf(edited, now, 'fa')).toMatchObject({ was: 'چاه', words: 'مال من' });
    const typed = withEdit(edited, now, 'fa', { words: 'مال من نو' });
    expect(cellEditOf(typed, now, 'fa')?.was, 'still unseen while the person goes on').toBe('چاه');
    expect(cells(rebasedEdit(typed, now, 'fa'))).toMatchObject([
      { was: 'مال دیگر', words: 'مال من نو', state: 'checked' },
    ]);
    expect(withoutEdit(typed, now, 'fa')).toEqual(none);
  });

  it('are left where they were not taken', () => {
    const both = withEdit(withEdit(none, TITLE, 'fa', { words: 'الف' }), TITLE, 'en', { words: 'A' });
    expect(
      cells(remainingEdits(both, [{ pointer: '/title', language: 'en' }])).map(({ language }) => language),
    ).toEqual(['fa']);
  });

  it('of the source name the languages that are not reworded with it', () => {
    const languages = ['en', 'fa', 'ps'];
    const reworded = withEdit(none, TITLE, 'en', { words: 'Spring' });
    expect(staleLanguages(reworded, TITLE, languages), 'Pashto is missing anyway').toEqual(['fa']);
    expect(staleLanguages(withEdit(reworded, TITLE, 'fa', { words: 'چشمه' }), TITLE, languages)).toEqual([]);
    expect(staleLanguages(withEdit(none, TITLE, 'fa', { words: 'چشمه' }), TITLE, languages)).toEqual([]);
  });
});
