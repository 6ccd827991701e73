/** What is wrong with a form version, or a shared part, before it is published. */
import type { Finding } from '../../core/check/issues/issue.ts';
import { type QuestionPlace, questionPlacesIn } from '../../core/definitions/place.ts';

/** File of an issue in the data contract of a form. */
export const IN_CONTRACT = 'schema';

/** A problem of a candidate. Without `file` it is in the definition; `schema` stands for its data contract. */
export interface CandidateIssue extends Finding, Partial<QuestionPlace> {
  file?: string;
  pointer: string;
  advice?: true;
}

/** Returns the issues with where each stands in the form. */
export function withIssuePlaces(definition: object, issues: readonly CandidateIssue[]): CandidateIssue[] {
  const placeOf = questionPlacesIn(definition);
  return issues.map((issue) =>
    issue.file === undefined || issue.file === IN_CONTRACT
      ? { ...issue, ...placeOf(issue.pointer, issue.file === IN_CONTRACT) }
      : issue,
  );
}
