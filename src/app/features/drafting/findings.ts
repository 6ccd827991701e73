/** What the check found in the draft on the screen. */
import { createContext, useContext } from 'react';
import type { DefinitionIssue } from '../../../core/generated/api.ts';
import { isObject } from '../../../core/json.ts';

export const FindingsContext = createContext<readonly DefinitionIssue[]>([]);

export function useFindings(): readonly DefinitionIssue[] {
  return useContext(FindingsContext);
}

/** True for a finding that stands at its place: of the definition itself, and more than advice. */
export function isMistake({ file, advice }: DefinitionIssue): boolean {
  return file === undefined && !advice;
}

/** Returns the message of a mistake exactly at a pointer. */
export function messageAt(issues: readonly DefinitionIssue[], pointer: string): string | undefined {
  return issues.find((issue) => isMistake(issue) && issue.pointer === pointer)?.message;
}

/**
 * Returns the message of a mistake in one language of a text: one that points to it or names it, such as a missing translation.
 * What names no language stands at the first one.
 */
export function issueMessageFor(
  issues: readonly DefinitionIssue[],
  { at, language, isFirst }: { at: string; language: string; isFirst: boolean },
): string | undefined {
  const isHere = (issue: DefinitionIssue) => {
    if (issue.pointer === `${at}/${language}`) return true;
    const named = languageOf(issue);
    return issue.pointer === at && (named === undefined ? isFirst : named === language);
  };
  return issues.find((issue) => isMistake(issue) && isHere(issue))?.message;
}

/** Returns the language that a finding is about: its tag, or a word for it such as `language_fa`. */
function languageOf({ params }: DefinitionIssue): string | undefined {
  const named = params?.language;
  const said = isObject(named) ? named.code : named;
  return typeof said === 'string' ? said.replace(/^language_/, '') : undefined;
}
