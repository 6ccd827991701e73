/** What counts in figures stands in `counting` of forms/common/constants.json, is worked out in one file, and is said from it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Constants } from '../../src/core/definitions/types.ts';
import type { ReportDefinition } from '../../src/core/generated/report.ts';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { productFiles, ROOT } from '../support/definitions.ts';

const text = new Map(
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('/generated/') && !path.includes('/migrations/'))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);
/** The sentence of a key below `counting`, in that language alone. */
function said(language: string, key: string): string | undefined {
  const { counting } = JSON.parse(readFileSync(join(ROOT, 'locales', language, 'server.json'), 'utf8'));
  const [group = '', name] = key.split('.');
  return name === undefined ? counting[group] : counting[group]?.[name];
}
const filesWith = (pattern: RegExp) => [...text].flatMap(([path, code]) => (pattern.test(code) ? path : [])).sort();

describe('what counts', async () => {
  const files = [...(await productFiles).values()];
  const constants = files.find(({ kind }) => kind === 'constants')?.json as Constants;
  const reports = files.filter(({ kind }) => kind === 'report').map(({ json }) => json as ReportDefinition);

  it('is worked out of the states in one file; a step is judged by the same word', () => {
    expect(filesWith(/\bcounts\s*[!=]==?\s*(true|false)/)).toEqual([
      'src/core/records/counting.ts',
      'src/core/records/steps.ts',
    ]);
    const named = filesWith(/['"`](returned|archived)['"`]/).filter((path) => /^src\/(core|server)\//.test(path));
    expect(named).toEqual([]);
  });

  it('of problems is read from what the visits that count say', () => {
    expect(text.size).toBeGreaterThan(500);
    const figures = [...text].filter(([path]) => /^src\/server\/(reports|publication)\/|mappedSites\.ts$/.test(path));
    expect(figures.length).toBeGreaterThan(15);
    const ofAllVisits = /problems\.(status|open|type_id|date_identified|date_solved)\b/;
    expect(figures.flatMap(([path, code]) => (ofAllVisits.test(code) ? path : []))).toEqual([]);
  });

  it('is said in every language, and by no report for itself', () => {
    const { counting } = constants;
    const keys = Object.entries(counting ?? {}).flatMap(([what, { states, day }]) => [
      `${what}.${day}`,
      `states.${states}`,
    ]);
    expect(keys).toContain('records.date');
    for (const language of LANGUAGES)
      for (const key of [...keys, 'states.chosen'])
        expect([language, key, said(language, key)]).not.toContain(undefined);
    expect(reports.length).toBeGreaterThan(20);
    expect(
      reports.filter(({ rule }) => /delet|return|archiv/i.test(rule?.en ?? '')).map(({ report }) => report),
    ).toEqual([]);
  });
});
