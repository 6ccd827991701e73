/** What the check found in the draft on the screen. */
import { createContext, useContext } from 'react';
import type { DefinitionIssue } from '../../../core/generated/api.ts';

export const FindingsContext = createContext<readonly DefinitionIssue[]>([]);

export function useFindings(): readonly DefinitionIssue[] {
  return useContext(FindingsContext);
}

/** Returns the message of a finding exactly at a pointer. */
export function messageAt(issues: readonly DefinitionIssue[], pointer: string): string | undefined {
  return issues.find((issue) => issue.file === undefined && issue.pointer === pointer)?.message;
}
