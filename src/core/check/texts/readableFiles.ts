/** Reads the files for the check: reports what is no JSON or has the wrong shape, and repairs what can be checked further. */
import type { FileKind, SourceFile, SourceFiles } from '../../definitions/files.ts';
import type { JsonSchema } from '../../definitions/types.ts';
import type { BrokenParts } from '../followUps.ts';
import type { Issue } from '../issues/issue.ts';
import { type RepairedFile, repairFile, withoutBrokenKeywords } from '../repair.ts';
import { contractIssues, shapeIssues } from '../shape.ts';
import type { CheckTools } from '../tools.ts';

interface Readable extends BrokenParts {
  lost: Map<string, FileKind>;
  /** Files that can be checked further, repaired where they were wrong. */
  files: SourceFiles;
  issues: Issue[];
}

export function* readableFiles(given: SourceFiles, tools: CheckTools): Generator<void, Readable> {
  const files = new Map<string, SourceFile>();
  const broken = new Map<string, readonly string[]>();
  const lost = new Map<string, FileKind>();
  const issues: Issue[] = [];
  for (const file of given.values()) {
    yield;
    const { found, use } = read(file, tools);
    issues.push(...found);
    if (use) files.set(file.path, { ...file, json: use.json });
    // Of a key that stands twice it is not known which value was meant.
    const twice = found.filter(({ code }) => code === 'key_twice').map(({ pointer }) => pointer);
    if (!use || twice.length > 0) lost.set(nameOf(file), file.kind);
    broken.set(file.path, [...(use?.broken ?? []), ...twice]);
  }
  return { files, issues, broken, lost };
}

/** Returns the name by which other files know a file. Contracts are known by their path. */
function nameOf({ path, kind, form }: SourceFile): string {
  if (kind === 'schema') return path;
  return form ?? (path.split('/').at(-1) as string).replace(/\.json$/, '');
}

/** Returns the findings of one file, and what to use of it. */
function read(
  { path, kind, text, json }: SourceFile,
  tools: CheckTools,
): { found: Issue[]; use?: RepairedFile | undefined } {
  // A version that is being published has no text of its own.
  const found = text === '' && json !== undefined ? [] : tools.syntax(text).map((one) => ({ file: path, ...one }));
  if (found.some(({ code }) => code === 'no_json')) return { found };
  if (typeof json !== 'object' || json === null)
    return { found: [{ file: path, pointer: '', code: 'no_object', params: {} }] };
  const errors = tools.shape(kind, json);
  if (errors.length === 0) return { found, use: { json, broken: [] } };
  if (kind === 'schema') {
    const wrong = contractIssues(path, errors);
    return {
      found: [...found, ...wrong],
      use: withoutBrokenKeywords(
        json,
        wrong.map(({ pointer }) => pointer),
      ),
    };
  }
  const use = repairFile(json, tools.meta.get(kind) as JsonSchema, (changed) => tools.shape(kind, changed));
  return { found: [...found, ...shapeIssues(path, errors)], use };
}
