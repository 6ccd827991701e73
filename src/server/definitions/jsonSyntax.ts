/** Finds where a text is no JSON, and keys that stand twice in one object, of which JSON.parse drops the first. */
import { type JSONPath, visit } from 'jsonc-parser';
import type { Finding } from '../../core/check/issue.ts';
import { escapePointer } from '../../core/errors/json.ts';

type Found = Finding & { pointer: string };

/** No definition is nested deeper. What is would exhaust the stack of whoever reads it. */
const DEEPEST = 100;

/** A text that is no JSON has one finding, the first place that is wrong: what follows depends on it. */
export function syntaxIssues(text: string): Found[] {
  const tooDeep = firstTooDeep(text);
  if (tooDeep) return [{ pointer: '', code: 'no_json', params: tooDeep }];
  const wrong: Found[] = [];
  const twice: Found[] = [];
  const open: Set<string>[] = [];
  const place = (line: number, character: number) => ({ line: line + 1, column: character + 1 });
  const key = (name: string, line: number, character: number, path: JSONPath): void => {
    const names = open.at(-1);
    const pointer = [...path, name].map((part) => `/${escapePointer(String(part))}`).join('');
    if (names?.has(name)) twice.push({ pointer, code: 'key_twice', params: { name, ...place(line, character) } });
    names?.add(name);
  };
  visit(
    text,
    {
      onObjectBegin: () => void open.push(new Set()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty: (name, _offset, _length, line, character, pathOf) => key(name, line, character, pathOf()),
      onError: (_error, _offset, _length, line, character) =>
        void wrong.push({ pointer: '', code: 'no_json', params: place(line, character) }),
    },
    { disallowComments: true },
  );
  return wrong.length > 0 ? wrong.slice(0, 1) : twice;
}

function firstTooDeep(text: string): { line: number; column: number } | undefined {
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    if (depth <= DEEPEST) continue;
    const before = text.slice(0, index).split('\n');
    return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  }
  return undefined;
}
