/** Checks what forms share: no two have the same screen or the same codes, and a programme is not a typing error. */
import type { FormDefinition } from '../definitions/types.ts';
import { escapePointer } from '../json.ts';
import { didYouMean, type FormFile, type Issue, type IssueCode, type IssueParams } from './issues/issue.ts';

/** `forms` holds the newest version of each form. */
export function sharedIssues(forms: readonly FormFile[]): Issue[] {
  const issues: Issue[] = [];
  const screens = new Map<string, string>();
  const codes = new Map<string, string>();
  const programmes = forms.map(({ definition }) => definition.programme).filter((name) => name !== undefined);
  for (const { definition, path: file } of forms) {
    const { form, programme } = definition;
    const say = (pointer: string, code: IssueCode, params: IssueParams): void =>
      void issues.push({ file, pointer, code, params });
    for (const [pointer, path] of screensOf(definition)) {
      const key = path.replace(/:[^/]+/g, ':');
      const owner = screens.get(key) ?? form;
      if (owner !== form) say(pointer, 'screen_taken', { path, form: owner });
      else screens.set(key, form);
    }
    const { record, edit } = definition.paths;
    for (const [name, path] of Object.entries({ record, edit }))
      if (path !== undefined && !path.split('/').includes(':id')) say(`/paths/${name}`, 'path_without_id', { path });
    for (const [pointer, pattern] of codesOf(definition)) {
      const owner = codes.get(pattern) ?? form;
      if (owner !== form) say(pointer, 'code_taken', { pattern, form: owner });
      else codes.set(pattern, form);
    }
    const others = programmes.filter((name) => name !== programme);
    const near = didYouMean(programme ?? '', others);
    if (near.meant !== undefined && programmes.length - others.length === 1)
      say('/programme', 'programme_alone', { name: programme ?? '', ...near });
  }
  return issues;
}

function screensOf({ paths }: FormDefinition): [pointer: string, path: string][] {
  const { create = [], aliases = {}, ...single } = paths;
  return [
    ...Object.entries(single).map(([name, path]): [string, string] => [`/paths/${name}`, path]),
    ...create.map((path, index): [string, string] => [`/paths/create/${index}`, path]),
    ...Object.keys(aliases).map((path): [string, string] => [`/paths/aliases/${escapePointer(path)}`, path]),
  ];
}

function codesOf({ code }: FormDefinition): [pointer: string, pattern: string][] {
  if (!code) return [];
  return [
    ['/code/pattern', code.pattern],
    ...Object.entries(code.by?.patterns ?? {}).map(([value, pattern]): [string, string] => [
      `/code/by/patterns/${escapePointer(value)}`,
      pattern,
    ]),
  ];
}
