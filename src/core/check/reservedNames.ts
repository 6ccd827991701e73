/**
 * Refuses names that every object of JavaScript has: a question `constructor` would be an answer that is always there for
 * libraries, spreadsheets and programs of others that read `record[name]`. Values (codes of options and of items) may be called so.
 */
import type { FileKind } from '../definitions/files.ts';
import { escapePointer, RESERVED_NAMES } from '../json.ts';
import type { Issue } from './issues/issue.ts';

/** Keys whose text, or whose texts, name something that the file makes. What it only refers to is found to be unknown. */
const NAMING: ReadonlySet<string> = new Set([
  'id',
  'form',
  'programme',
  'group',
  'list',
  'report',
  'name',
  'param',
  'aliases',
]);
/** Objects whose keys are values: of options, or whatever an answer holds. */
const BY_VALUE = /^(\/code\/by\/patterns|\/migrate\/map\/[^/]+|.*\/(const|default|enum|examples)(\/.*)?)$/;
/** Files of the product's own, and lists whose item ids are values. */
const UNCHECKED: ReadonlySet<FileKind> = new Set(['calls', 'places', 'glossary', 'demo', 'demo-records', 'locale']);

export function reservedNames(path: string, kind: FileKind, json: unknown): Issue[] {
  const issues: Issue[] = [];
  const report = (pointer: string, name: string) =>
    void issues.push({ file: path, pointer, code: 'name_reserved', params: { name } });
  const visit = (value: unknown, pointer: string, key: string): void => {
    if (typeof value === 'string') {
      if (NAMING.has(key) && RESERVED_NAMES.has(value)) report(pointer, value);
    } else if (Array.isArray(value)) {
      for (const [index, one] of value.entries()) visit(one, `${pointer}/${index}`, typeof one === 'string' ? key : '');
    } else if (typeof value === 'object' && value !== null) {
      const isByValue = BY_VALUE.test(pointer);
      for (const [name, inner] of Object.entries(value)) {
        const at = `${pointer}/${escapePointer(name)}`;
        const reserved = isByValue ? undefined : name.split(/[./]/).find((part) => RESERVED_NAMES.has(part));
        if (reserved !== undefined) report(at, reserved);
        if (!(kind === 'choices' && /^\/items\/\d+$/.test(pointer))) visit(inner, at, isByValue ? '' : name);
      }
    }
  };
  if (!UNCHECKED.has(kind)) visit(json, '', '');
  return issues;
}
