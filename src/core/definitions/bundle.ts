/**
 * A data contract without references: `$ref`s into other files and `$defs` are replaced by what they point to, keywords
 * beside a `$ref` win over those it brings. Contracts are small, so the copy costs less than resolving at run time.
 */
import type { JsonSchema } from './types.ts';

/** Every schema file by its path (`schemas/common/types.schema.json`). */
export type SchemaFiles = ReadonlyMap<string, JsonSchema>;

export class DanglingReference extends Error {
  readonly file: string;
  readonly reference: string;

  constructor(file: string, reference: string, why: string) {
    super(`${file}: $ref ${reference} ${why}`);
    this.name = 'DanglingReference';
    this.file = file;
    this.reference = reference;
  }
}

/** The schema of a file, self-contained. Throws DanglingReference for what is missing or goes in a circle. */
export function bundle(path: string, files: SchemaFiles): JsonSchema {
  const root = files.get(path);
  if (!root) throw new DanglingReference(path, path, 'names a file that does not exist');
  const { $defs: _own, ...rest } = inline(root, path, files, []) as JsonSchema;
  return rest;
}

function inline(value: unknown, path: string, files: SchemaFiles, open: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => inline(one, path, files, open));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...beside } = value as JsonSchema;
  const own = Object.fromEntries(
    Object.entries(beside).map(([key, inner]) => [key, key === '$defs' ? inner : inline(inner, path, files, open)]),
  );
  if (typeof $ref !== 'string') return own;
  const [filePart = '', pointer = ''] = $ref.split('#');
  const target = filePart === '' ? path : join(path, filePart);
  const name = `${target}#${pointer}`;
  if (open.includes(name)) throw new DanglingReference(path, $ref, 'goes in a circle');
  const found = at(files.get(target), pointer);
  if (found === undefined) throw new DanglingReference(path, $ref, 'points to nothing');
  const {
    title: _typeName,
    $id: _address,
    $schema: _dialect,
    ...resolved
  } = inline(found, target, files, [...open, name]) as JsonSchema;
  return { ...resolved, ...own };
}

/** A path relative to the file that names it. */
function join(from: string, relative: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function at(root: JsonSchema | undefined, pointer: string): unknown {
  let value: unknown = root;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}
