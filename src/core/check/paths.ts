/** Checks the API paths of forms: no two forms may use the same call, and no form may use a call of the system. */
import type { SourceFiles } from '../definitions/files.ts';
import type { ChoiceList } from '../definitions/types.ts';
import { escapePointer } from '../json.ts';
import type { FormFile, Issue } from './issues/issue.ts';

interface Claim {
  file: string;
  form: string;
  pointer: string;
}

/** `forms` holds the newest version of each form, which serves all its versions. */
export function pathIssues(
  forms: readonly FormFile[],
  files: SourceFiles,
  lists: Readonly<Record<string, ChoiceList>> = {},
): Issue[] {
  const fixed = [
    ...callsIn(files, 'schemas/api/calls.json'),
    ...Object.values(lists).flatMap(({ api }) => (api ? [`GET /${api}`] : [])),
  ].map(partsOf);
  const ofEveryForm = callsIn(files, 'schemas/api/form-calls.json');
  const claimed = new Map<string, Claim>();
  const issues = new Map<string, Issue>();
  const claim = (call: string, by: Claim) => {
    const parts = partsOf(call);
    const key = parts.join('/');
    const other = claimed.get(key);
    const blame = (code: 'path_taken' | 'path_of_system', form = '') => {
      const { file, pointer } = by;
      const at = `${file} ${pointer}`;
      if (!issues.has(at)) issues.set(at, { file, pointer, code, params: { path: call, ...(form && { form }) } });
    };
    if (other) blame('path_taken', other.form);
    else if (fixed.some((system) => takes(system, parts))) blame('path_of_system');
    else claimed.set(key, by);
  };
  for (const { definition, path: file } of forms) {
    const { form, api } = definition;
    for (const [index, base] of [api.base, ...(api.also ?? [])].entries()) {
      const pointer = index === 0 ? '/api/base' : `/api/also/${index - 1}`;
      for (const call of ofEveryForm) claim(call.replace('/', `/${base}/`).replace(/\/$/, ''), { file, form, pointer });
      for (const path of Object.keys(api.calls ?? {}))
        claim(`GET /${base}/${path}`, { file, form, pointer: `/api/calls/${escapePointer(path)}` });
    }
  }
  return [...issues.values()];
}

/** Returns the calls in a file, such as `GET /schools/{id}`. */
function callsIn(files: SourceFiles, path: string): string[] {
  return Object.keys((files.get(path)?.json ?? {}) as object);
}

/** Splits a call into method and segments. Each parameter becomes `{}`. */
function partsOf(call: string): string[] {
  return call.split(/ \/|\//).map((part) => (/^[{:]/.test(part) ? '{}' : part));
}

/** Returns true if the call of the system also matches this path: each segment is equal or a parameter. */
function takes(system: readonly string[], parts: readonly string[]): boolean {
  return system.length === parts.length && system.every((part, at) => part === '{}' || part === parts[at]);
}
