/** Refusals of definitions: what the check found, as codes with parameters and as sentences in the user's language. */
import { issueText } from '../../core/check/issues/text.ts';
import { syntaxIssues } from '../../core/check/jsonSyntax.ts';
import { placeInWords } from '../../core/definitions/place.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { Language } from '../../core/text/languages.ts';
import type { CandidateIssue } from '../definitions/candidateIssue.ts';
import { issueWords } from './words.ts';

/** Nobody reads more at once, and a body of a megabyte can hold a mistake in every line. */
const MOST_ISSUES = 200;

/** Returns the first issues as codes with parameters, and as sentences in the user's language. */
export function issuesWithMessages(issues: readonly CandidateIssue[], language: Language) {
  const words = issueWords(language);
  return issues.slice(0, MOST_ISSUES).map(({ titles = [], ...issue }) => ({
    ...issue,
    ...(titles.length > 0 && { place: placeInWords(titles, language) }),
    message: issueText(issue, words, language),
  }));
}

export function issuesFailure(issues: readonly CandidateIssue[], language: Language): Failure {
  const more = issues.length - MOST_ISSUES;
  const detail = { issues: issuesWithMessages(issues, language), ...(more > 0 && { more_errors: more }) };
  return new Failure('validation_failed', { detail });
}

/**
 * Returns where the text of a body is no JSON, or has a key twice in one object: one of its values would be lost without a word.
 */
export function jsonSyntaxIssues(body: string): CandidateIssue[] {
  return syntaxIssues(body).map(({ pointer, ...finding }) => {
    const [, part, rest] = /^\/(definition|schema|content)(.*)/.exec(pointer) ?? [];
    return { ...(part === 'schema' && { file: part }), pointer: rest ?? pointer, ...finding };
  });
}
