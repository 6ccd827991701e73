/** A path belongs to one call. A form that claims a taken path is refused, with the place and a sentence. */
import { describe, expect, it } from 'vitest';
import type { FormFile } from '../../src/core/check/issues/issue.ts';
import { issueText } from '../../src/core/check/issues/text.ts';
import { pathIssues } from '../../src/core/check/paths.ts';
import { issueWords } from '../../src/server/http/words.ts';
import { productFiles } from '../support/definitions.ts';

type Api = { base: string; also?: string[]; calls?: Record<string, { keys: object }> };

/** Returns the issues of forms with these bases, as `file pointer: sentence`. */
async function wrong(forms: Record<string, Api>, language: 'en' | 'fa' | 'ps' = 'en'): Promise<string[]> {
  const files = Object.entries(forms).map(
    ([form, api]) => ({ path: `${form}.form.json`, definition: { form, api } }) as unknown as FormFile,
  );
  const lists = { team: { list: 'team', api: 'teams' } } as never;
  return pathIssues(files, await productFiles, lists).map(
    (issue) => `${issue.file} ${issue.pointer}: ${issueText(issue, issueWords(language), language)}`,
  );
}

describe('paths of forms', () => {
  it('stand beside each other, also one below another', async () => {
    const calls = { ':id/people': { keys: {} }, 'people/:id': { keys: {} } };
    expect(
      await wrong({ well: { base: 'wells', also: ['water/wells'], calls }, visit: { base: 'wells/visits' } }),
    ).toEqual([]);
  });

  it.each([
    [
      'a base twice',
      { well: { base: 'wells' }, other: { base: 'wells' } },
      'other.form.json /api/base: GET /wells is already a path of “well”. Choose another.',
    ],
    [
      'another base of a form',
      { well: { base: 'wells' }, other: { base: 'others', also: ['x', 'wells'] } },
      'other.form.json /api/also/1: GET /wells is already a path of “well”. Choose another.',
    ],
    [
      'a base where another form makes its records',
      { well: { base: 'wells' }, other: { base: 'wells/create' } },
      'other.form.json /api/base: GET /wells/create is already a path of “well”. Choose another.',
    ],
    [
      'a call that every form has',
      { well: { base: 'wells', calls: { ':record/history': { keys: {} } } } },
      'well.form.json /api/calls/:record~1history: GET /wells/:record/history is already a path of “well”. Choose another.',
    ],
    [
      'two calls that nobody could tell apart',
      { well: { base: 'wells', calls: { ':id/near': { keys: {} }, ':name/near': { keys: {} } } } },
      'well.form.json /api/calls/:name~1near: GET /wells/:name/near is already a path of “well”. Choose another.',
    ],
    [
      'a path of the system',
      { well: { base: 'users' } },
      'well.form.json /api/base: GET /users is a path of the system itself, so the form could not be reached there. Choose another.',
    ],
    [
      'an open list',
      { well: { base: 'teams' } },
      'well.form.json /api/base: GET /teams is a path of the system itself, so the form could not be reached there. Choose another.',
    ],
    [
      'a path that the system takes with any id',
      { well: { base: 'proofs' } },
      'well.form.json /api/base: GET /proofs/create is a path of the system itself, so the form could not be reached there. Choose another.',
    ],
  ] satisfies [string, Record<string, Api>, string][])(
    'are refused when they claim %s',
    async (_what, forms, sentence) => {
      expect(await wrong(forms)).toEqual([sentence]);
    },
  );

  it('are refused in the language of the reader', async () => {
    const twice = { well: { base: 'wells' }, other: { base: 'wells' } };
    for (const language of ['fa', 'ps'] as const)
      expect((await wrong(twice, language))[0]).toMatch(/GET \/wells .*«well»/);
  });
});
