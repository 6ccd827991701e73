/** Where a finding of a draft is drawn: beside the language that it is about; advice is no mistake. */
import { describe, expect, it } from 'vitest';
import { issueMessageFor, messageAt } from '../../../src/app/features/drafting/findings.ts';
import type { DefinitionIssue } from '../../../src/core/generated/api.ts';

const at = '/fields/water/label';
const missing = (code: string): DefinitionIssue => ({
  pointer: at,
  code: 'words_missing',
  params: { language: { code } },
  message: `no ${code}`,
});
const inLanguages = (issues: DefinitionIssue[]) =>
  ['fa', 'en', 'ps', 'ar'].map((language) => issueMessageFor(issues, { at, language, isFirst: language === 'fa' }));

describe('a finding in a text', () => {
  it('stands at the language that it names', () => {
    expect(inLanguages([missing('language_ps')])).toEqual([undefined, undefined, 'no language_ps', undefined]);
    const arabic = { ...missing(''), params: { language: 'ar' }, message: 'no Arabic' };
    expect(inLanguages([arabic])).toEqual([undefined, undefined, undefined, 'no Arabic']);
  });

  it('stands at the language that it points to, and at the first one without any', () => {
    const long: DefinitionIssue = { pointer: `${at}/en`, code: 'text_space', message: 'a space' };
    const whole: DefinitionIssue = { pointer: at, code: 'schema', message: 'not a text' };
    expect(inLanguages([long, whole])).toEqual(['not a text', 'a space', undefined, undefined]);
  });

  it('is not drawn as a mistake where it is advice, or of another file', () => {
    const advice: DefinitionIssue = { ...missing('language_ps'), advice: true };
    const contract: DefinitionIssue = { pointer: '', file: 'contract', code: 'contract_added', message: 'added' };
    expect(inLanguages([advice])).toEqual([undefined, undefined, undefined, undefined]);
    expect(messageAt([contract, { ...contract, file: undefined, advice: true }], '')).toBeUndefined();
    expect(messageAt([{ pointer: '', code: 'schema', message: 'no form' }], '')).toBe('no form');
  });
});
