/** Facts of the specification about reports and the public page that stand in their definitions. */
import { describe, expect, it } from 'vitest';
import type { Measure, ReportDefinition } from '../../src/core/generated/report.ts';
import { productFiles } from '../support/definitions.ts';

const files = await productFiles;
const reports = [...files.values()]
  .filter(({ path }) => path.endsWith('.report.json'))
  .map(({ json }) => json as ReportDefinition);
const reportAt = (path: string) => {
  const found = reports.find((one) => [one.path, ...(one.aliases ?? [])].includes(path));
  expect(found, path).toBeDefined();
  return found as ReportDefinition;
};
const readJson = (name: string) => {
  const [file] = [...files.values()].filter(({ path }) => path.endsWith(`/common/${name}.json`));
  return JSON.parse(file?.text ?? '{}');
};

describe('reports', () => {
  it.each([
    ['schools', ['summary', 'dashboard', 'feedback', 'ratings', 'activity']],
    ['health', ['summary', 'dashboard', 'ratings', 'activity']],
    ['mines', ['summary', 'dashboard', 'ratings', 'activity']],
    ['projects', ['summary', 'dashboard', 'feedback', 'ratings', 'activity']],
    ['courts', ['summary', 'dashboard', 'feedback', 'ratings', 'activity', 'other']],
    ['social-audit', ['summary']],
    ['administration', ['other']],
  ])('each documented report has a definition: %s', (programme, kinds) => {
    const own = reports.filter((one) => one.programme === programme).map(({ kind }) => kind);
    expect([...new Set(own)].sort()).toEqual([...kinds].sort());
  });

  it('indirect beneficiaries are five times the direct students', () => {
    const { blocks } = reportAt('/cbms-program-summary');
    const measures = blocks.flatMap((block) => (block.measures ?? []) as Measure[]);
    const of = (name: string) => measures.find(({ id }) => id === name);
    const direct = [of('total_direct_male')?.field, of('total_direct_female')?.field];
    expect(of('indirect_beneficiaries')).toMatchObject({ of: 'sum', fields: direct, times: 5 });
  });

  it('the case report asks for a case first', () => {
    const { filters, button } = reportAt('/court-case-report');
    expect(filters).toEqual([expect.objectContaining({ id: 'case', required: true })]);
    expect(button?.en).toBe('Go');
  });
});

describe('the public page', () => {
  const { about } = readJson('public') as { about: { en: string }[] };
  const said = about.map(({ en }) => en).join(' ');

  it('says that the organisation has about 95 staff', () => expect(said).toContain('About 95 staff'));

  it('names the nine provinces', () => {
    const { provinces } = readJson('places') as { provinces: { name: { en: string }; pilot?: boolean }[] };
    const names = provinces.filter(({ pilot }) => pilot).map(({ name }) => name.en);
    expect(names).toHaveLength(9);
    for (const name of names) expect(said).toContain(name);
  });
});
