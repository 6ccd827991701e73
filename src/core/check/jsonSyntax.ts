/** Finds where a text is no JSON, and keys of it that would be lost: those that stand twice in one object, and `__proto__`. */
import { type JSONPath, visit } from 'jsonc-parser';
import { escapePointer, jsonExcess } from '../json.ts';
import type { Finding } from './issues/issue.ts';

type Found = Finding & { pointer: string };

/** A text that is no JSON has one finding, the first place that is wrong: what follows depends on it. */
export function syntaxIssues(text: string): Found[] {
  const tooDeep = jsonExcess(text);
  if (tooDeep) {
    const before = text.slice(0, tooDeep.at).split('\n');
    const params = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
    return [{ pointer: '', code: 'no_json', params }];
  }
  const wrong: Found[] = [];
  const twice: Found[] = [];
  const open: Set<string>[] = [];
  const place = (line: number, character: number) => ({ line: line + 1, column: character + 1 });
  const key = (name: string, line: number, character: number, pathOf: () => JSONPath): void => {
    const names = open.at(-1);
    // Only where something is wrong: a long form has thousands of keys.
    const found = (finding: Finding) =>
      twice.push({
        pointer: [...pathOf(), name].map((part) => `/${escapePointer(String(part))}`).join(''),
        ...finding,
      });
    // Copying an object drops it or, worse, gives the copy another prototype.
    if (name === '__proto__') found({ code: 'name_reserved', params: { name } });
    if (names?.has(name)) found({ code: 'key_twice', params: { name, ...place(line, character) } });
    names?.add(name);
  };
  visit(
    text,
    {
      onObjectBegin: () => void open.push(new Set()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty: (name, _offset, _length, line, character, pathOf) => key(name, line, character, pathOf),
      onError: (_error, _offset, _length, line, character) =>
        void wrong.push({ pointer: '', code: 'no_json', params: place(line, character) }),
    },
    { disallowComments: true },
  );
  return wrong.length > 0 ? wrong.slice(0, 1) : twice;
}
