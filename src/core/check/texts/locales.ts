/** Checks locale files: same keys and placeholders in each language, all translated, a message for each error code. */
import type { SourceFiles } from '../../definitions/files.ts';
import type { JsonSchema } from '../../definitions/types.ts';
import { escapePointer } from '../../json.ts';
import type { Issue } from '../issues/issue.ts';
import { glossaryOf, wordIssues } from './words.ts';

export function checkLocales(files: SourceFiles, errorCodes: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  const locales = [...files.values()].filter((file) => file.kind === 'locale');
  const glossary = glossaryOf(files);
  const flat = new Map(locales.map((file) => [file.path, flatten(file.json)]));
  for (const file of locales) {
    const [, language = '', ...rest] = file.path.split('/');
    const english = flat.get(['locales', 'en', ...rest].join('/'));
    const own = flat.get(file.path) as Map<string, string>;
    for (const [pointer, words] of own) {
      const en = english?.get(pointer);
      if (en === undefined) issues.push({ file: file.path, pointer, code: 'key_not_english', params: {} });
      else
        for (const finding of wordIssues(language, words, en, glossary))
          issues.push({ file: file.path, pointer, ...finding });
    }
    if (language !== 'en') continue;
    for (const other of ['fa', 'ps']) {
      const path = ['locales', other, ...rest].join('/');
      const translated = flat.get(path);
      if (!translated) issues.push({ file: path, pointer: '', code: 'file_missing', params: {} });
      else
        for (const pointer of own.keys())
          if (!translated.has(pointer)) issues.push({ file: path, pointer, code: 'key_gone', params: {} });
    }
  }
  const sentences = flat.get('locales/en/errors.json');
  for (const code of errorCodes) {
    if (!sentences?.has(`/${code}`))
      issues.push({ file: 'locales/en/errors.json', pointer: `/${code}`, code: 'error_wordless', params: {} });
  }
  for (const pointer of sentences?.keys() ?? []) {
    if (!errorCodes.includes(pointer.slice(1)))
      issues.push({ file: 'locales/en/errors.json', pointer, code: 'error_unknown', params: {} });
  }
  // A file that is no JSON is reported by the check of the definitions.
  const unread = new Set(locales.filter(({ json }) => json === undefined).map(({ path }) => path));
  const englishOf = (path: string) => path.replace(/^locales\/[a-z]+/, 'locales/en');
  return issues.filter(
    ({ file, code }) => !unread.has(file) && !(code === 'key_not_english' && unread.has(englishOf(file))),
  );
}

/** Returns texts by pointer. i18next writes plural forms as key suffixes. They are treated like other keys. */
function flatten(json: unknown, pointer = ''): Map<string, string> {
  if (typeof json === 'string') return new Map([[pointer, json]]);
  if (typeof json !== 'object' || json === null) return new Map();
  return new Map(
    Object.entries(json as JsonSchema).flatMap(([key, value]) => [
      ...flatten(value, `${pointer}/${escapePointer(key)}`),
    ]),
  );
}
