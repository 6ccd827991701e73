/** Drafts of reports under the calls of reports: who writes one sees it as it will be, over the records that they see. */
import { LRUCache } from 'lru-cache';
import { partOfReport } from '../../../core/definitions/parts.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { ReportDefinition } from '../../../core/generated/report.ts';
import { memoizeByObject } from '../../../core/memoize.ts';
import { formsOfReport, sourcesOfReports } from '../../../core/reports/sources.ts';
import type { Language } from '../../../core/text/languages.ts';
import { checkCommonPart } from '../../definitions/candidate.ts';
import type { CandidateIssue } from '../../definitions/candidateIssue.ts';
import { type DefinitionDraft, findDefinitionDraft, storePreviewedReport } from '../../definitions/drafts.ts';
import { issuesFailure } from '../../http/issues.ts';
import type { Services } from '../../http/services.ts';

/** No report has a point in its name. */
const PREFIX = 'draft.';
/** Checks that are kept: each takes a second, and the preview asks several times for the same draft. */
const KEPT = 50;

const checksOf = memoizeByObject(
  undefined,
  (_services: Services) => new LRUCache<string, Promise<CandidateIssue[]>>({ max: KEPT }),
);

/** Returns the name under which the calls of reports show a draft. */
export function reportDraftName({ id }: Pick<DefinitionDraft, 'id'>): string {
  return PREFIX + id;
}

export function isReportDraftName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Returns the report of a draft. Throws what is wrong with it. */
export async function reportOfDraft(services: Services, name: string, language: Language): Promise<ReportDefinition> {
  const draft = await findDefinitionDraft(services.database.read, name.slice(PREFIX.length), 'report');
  if (!draft) throw new Failure('draft_not_found');
  const issues = await draftIssues(services, draft);
  if (issues.length > 0) throw issuesFailure(issues, language);
  const report = draft.definition as unknown as ReportDefinition;
  if (lacksColumns(services, report)) {
    await storePreviewedReport(services.database, draft, report);
    await services.registry.refresh();
  }
  return report;
}

/** Returns what publishing the draft would refuse. */
export function draftIssues(services: Services, draft: DefinitionDraft): Promise<CandidateIssue[]> {
  const cache = checksOf(services);
  const key = `${draft.id} ${draft.version} ${services.registry.revision()}`;
  const { report } = draft.definition;
  const found = cache.get(key) ?? checkCommonPart(services.registry, partOfReport(String(report)), draft.definition);
  cache.set(key, found);
  found.catch(() => cache.delete(key));
  return found;
}

/** Returns true if the report counts answers that no list and no other report needs. */
function lacksColumns({ registry, projector }: Services, report: ReportDefinition): boolean {
  return formsOfReport(report).some((name) => {
    const form = registry.form(name);
    const columns = form && projector.plan(name).columns;
    return form && sourcesOfReports([report], form).reported.some((source) => !columns?.has(source));
  });
}
