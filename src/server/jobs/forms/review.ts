/** `forms diff <from>..<to>`: what a change of the definition files changes, as Markdown for whoever reviews it. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readDefinitions } from '../../../core/contract/read.ts';
import { diffPart } from '../../../core/definitions/diff/parts.ts';
import { changedVersions } from '../../../core/definitions/diff/versions.ts';
import { readFiles, type SourceIo } from '../../../core/definitions/files.ts';
import { type Sources, sourcesOf } from '../../../core/definitions/load.ts';
import { commonPartsOf } from '../../../core/definitions/parts.ts';
import { LANGUAGES } from '../../../core/text/languages.ts';
import { partNames } from '../../api/admin/partNames.ts';
import { unservableReason } from '../../definitions/compileServable.ts';
import { diskIo, gitIo } from '../../definitions/definitionFiles.ts';
import { UsageError } from '../../settings/settings.ts';
import { type PartChange, type Reviewed, reviewMarkdown } from '../reviewMarkdown.ts';
import type { PrintLine } from './check.ts';

/** Two states of the files by the names of their commits. Without `to`, the files as they are. */
export interface CommitRange {
  /** As it was asked for. */
  named: string;
  from: string;
  to?: string;
}

/**
 * Returns the range that was asked for: `a..b`, `a...b` (b since it left a), or one revision; a side left out is HEAD. Undefined
 * if a form has this name, or if it is no revision. Throws UsageError if one side of a range is none.
 */
export async function readCommitRange(named: string, root: string): Promise<CommitRange | undefined> {
  const [, first, dots, last] = /^(.*?)(\.\.\.?)(.*)$/.exec(named) ?? [];
  if (first === undefined || last === undefined) {
    const from = commitOf(named, root);
    if (from === undefined || (await isForm(named, root))) return undefined;
    return { named, from };
  }
  const [from, to] = [first, last].map((side) => {
    const commit = commitOf(side || 'HEAD', root);
    if (commit === undefined) throw new UsageError(`git knows no revision ${side || 'HEAD'} in ${root}.`);
    return commit;
  }) as [string, string];
  return { named, from: dots === '...' ? (git(root, 'merge-base', from, to) ?? from) : from, to };
}

/** Prints the Markdown, or writes it to a file. Returns the exit code. Throws UsageError. */
export async function reviewCommand(
  range: CommitRange,
  root: string,
  file: string | undefined,
  print: PrintLine,
): Promise<number> {
  const before = await sourcesAt(gitIo(root, range.from), range.from, root);
  const after = await sourcesAt(range.to === undefined ? diskIo(root) : gitIo(root, range.to), range.to, root);
  const text = reviewMarkdown(reviewed(range, before, after), LANGUAGES);
  if (file === undefined) {
    print(text);
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
    print(file);
  }
  return 0;
}

function reviewed({ named, to }: CommitRange, before: Sources, after: Sources): Reviewed {
  const all = ({ forms, rows }: Sources) => [...forms, ...rows];
  return {
    named,
    isWorkingTree: to === undefined,
    versions: changedVersions(all(before), all(after)),
    parts: changedParts(before, after),
  };
}

function changedParts(before: Sources, after: Sources): PartChange[] {
  const names = partNames(
    after.forms.map(({ definition }) => definition),
    after.common.workflows,
  );
  const [old, now] = [before, after].map(({ common, reports }) => commonPartsOf(common, reports)) as [
    ReturnType<typeof commonPartsOf>,
    ReturnType<typeof commonPartsOf>,
  ];
  const changed = [...now].map(([part, content]) => ({
    part,
    content,
    isRemoved: false,
    differences: diffPart(part, old.get(part), content, names),
  }));
  const removed = [...old].flatMap(([part, content]) =>
    now.has(part) ? [] : [{ part, content, isRemoved: true, differences: [] }],
  );
  return [...changed.filter(({ differences }) => differences.length > 0), ...removed];
}

/** Without `revision`, the files as they are. */
async function sourcesAt(io: SourceIo, revision: string | undefined, root: string): Promise<Sources> {
  try {
    return sourcesOf(await readDefinitions(io));
  } catch (error) {
    const where = revision === undefined ? root : `${root} at ${revision.slice(0, 12)}`;
    throw new UsageError(`The definitions in ${where} cannot be read: ${unservableReason(error)}`);
  }
}

async function isForm(name: string, root: string): Promise<boolean> {
  const files = await readFiles(diskIo(root), ['forms']);
  return [...files.values()].some(({ kind, form }) => kind === 'form' && form === name);
}

function commitOf(revision: string, root: string): string | undefined {
  return git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
}

/** Returns what git answers; undefined if it refuses. */
function git(root: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}
