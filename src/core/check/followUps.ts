/** One mistake gives one finding: leaves out what only follows from a mistake that is reported already. */
import { type FileKind, schemaPathOf } from '../definitions/files.ts';
import type { Issue, IssueCode } from './issues/issue.ts';

export interface BrokenParts {
  /** Pointers of wrong parts, by file. */
  broken: ReadonlyMap<string, readonly string[]>;
  /** Names of forms, lists and workflows whose files cannot be read, with the kind of the file. */
  lost: ReadonlyMap<string, FileKind>;
}

/** Findings that name something which is not there. */
const NAMES: ReadonlySet<IssueCode> = new Set([
  'form_unknown',
  'list_unknown',
  'workflow_unknown',
  'row_unknown',
  'version_skipped',
]);
/** Findings that name a state or a step, which any workflow may have. */
const STEPS: ReadonlySet<IssueCode> = new Set(['state_nowhere', 'action_unknown']);

/** Returns the findings that are mistakes of their own, each once. `formOf` returns the form that a file belongs to. */
export function withoutFollowUps(
  issues: readonly Issue[],
  { broken, lost }: BrokenParts,
  formOf: (file: string) => string | undefined,
): Issue[] {
  const own = new Map<string, Issue>();
  const isWorkflowLost = [...lost.values()].includes('workflow');
  for (const issue of issues) {
    const { file, pointer, code, params } = issue;
    const isBroken = broken.get(file)?.some((other) => isWithin(pointer, other) || isWithin(other, pointer));
    const isOfBroken = broken.get(schemaPathOf(file))?.some((other) => other.includes(`/properties/${params.name}/`));
    const isLost = NAMES.has(code) && [baseOf(params.name), formOf(file)].some((name) => lost.has(name ?? ''));
    const isUnplaced =
      code === 'field_in_no_section' && broken.get(file)?.some((other) => isWithin(other, '/sections'));
    if (isUnplaced || isBroken || isOfBroken || isLost || (isWorkflowLost && STEPS.has(code))) continue;
    own.set(JSON.stringify(issue), issue);
  }
  return [...own.values()];
}

/** Returns the name without a version: problem@2 is of problem. */
function baseOf(name: unknown): string | undefined {
  return String(name).split('@')[0];
}

function isWithin(pointer: string, outer: string): boolean {
  return `${pointer}/`.startsWith(`${outer}/`);
}
