/**
 * Checks one report beside files that are sound. Nothing names a report, so this finds what the whole check finds of it, in
 * milliseconds: whoever writes a report is told at once.
 */
import type { SourceFile, SourceFiles } from '../../definitions/files.ts';
import { isRowForm } from '../../definitions/rows.ts';
import type { FormDefinition } from '../../definitions/types.ts';
import { type CommonFiles, commonFilesOf } from '../commonFiles.ts';
import { withoutFollowUps } from '../followUps.ts';
import type { Issue } from '../issues/issue.ts';
import { iconIssues } from '../looks.ts';
import { readableFiles } from '../texts/readableFiles.ts';
import { glossaryOf, textIssues } from '../texts/words.ts';
import type { CheckTools } from '../tools.ts';
import { reportIssues } from './reports.ts';

/** `others` are all other files. Returns what is wrong with the report, and with others because of it. */
export function checkOneReport(file: SourceFile, others: SourceFiles, tools: CheckTools): Issue[] {
  const { files, issues, broken, lost } = readNow(file, tools);
  const forms = newestForms(others);
  const common: CommonFiles = commonFilesOf(others);
  const before = new Set(reportIssues(others, forms, common).map((issue) => JSON.stringify(issue)));
  const found = reportIssues(new Map([...others, ...files]), forms, common);
  const { path, json } = file;
  const words = [...textIssues(path, json, glossaryOf(others)), ...iconIssues(path, json)];
  const own = [...words, ...found.filter((issue) => !before.has(JSON.stringify(issue)))];
  return [...issues, ...withoutFollowUps(own, { broken, lost }, () => undefined)];
}

function readNow(file: SourceFile, tools: CheckTools) {
  const steps = readableFiles(new Map([[file.path, file]]), tools);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function newestForms(files: SourceFiles): Map<string, FormDefinition> {
  const newest = new Map<string, FormDefinition>();
  for (const { kind, json } of files.values()) {
    const definition = json as FormDefinition;
    if (kind !== 'form' || isRowForm(definition)) continue;
    const known = newest.get(definition.form);
    if (!known || known.version < definition.version) newest.set(definition.form, definition);
  }
  return newest;
}
