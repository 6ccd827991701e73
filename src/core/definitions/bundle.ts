/**
 * Makes a data contract self-contained: `$ref`s, also into other files, are replaced by their targets. Keywords beside a
 * `$ref` override those of its target. Contracts are small, so copying costs less than resolving at run time.
 */
import { getOwn, pointerSteps } from '../json.ts';
import type { JsonSchema } from './types.ts';

/** Every schema file by path, such as `schemas/common/types.schema.json`. */
export type SchemaFiles = ReadonlyMap<string, JsonSchema>;

/** Most parts of a contract with its references written out. The longest of the product has 704. Codes that are referred to count once. */
export const MOST_PARTS = 20_000;
/** Most codes of all its questions: those of 1,000 questions that ask 250 each. Their hash takes a tenth of a second. */
export const MOST_CODES = 250_000;
/** References that lead to each other. Those of the product are three deep. */
const DEEPEST = 30;

export class DanglingReference extends Error {
  /** How many parts or codes there may be, if there are too many. */
  readonly limit: number | undefined;
  readonly file: string;
  readonly reference: string;
  readonly reason: string;

  constructor(file: string, reference: string, why: string, limit?: number) {
    const reason = `$ref ${reference} ${why}`;
    super(`${file}: ${reason}`);
    this.name = 'DanglingReference';
    this.file = file;
    this.reference = reference;
    this.reason = reason;
    this.limit = limit;
  }
}

/**
 * Returns the self-contained schema of a file, and adds the paths that it is made of to `read`. Throws DanglingReference if a
 * target is missing or circular, or too much to copy.
 */
export function bundleSchema(path: string, files: SchemaFiles, read = new Set<string>()): JsonSchema {
  const root = files.get(path);
  if (!root) throw new DanglingReference(path, path, 'names a file that does not exist');
  read.add(path);
  const { $defs: _own, ...rest } = inline(root, path, {
    files,
    read,
    open: [],
    copied: { parts: 0, codes: 0, lists: new Set() },
  }) as JsonSchema;
  return rest;
}

interface Copying {
  files: SchemaFiles;
  read: Set<string>;
  /** References around this part. */
  open: readonly string[];
  copied: { parts: number; codes: number; lists: Set<unknown> };
}

function inline(value: unknown, path: string, copying: Copying): unknown {
  const { files, read, open, copied } = copying;
  // References that each name another twice double with every step.
  if (++copied.parts > MOST_PARTS)
    throw new DanglingReference(path, open.at(-1) ?? path, 'copies too much', MOST_PARTS);
  if (Array.isArray(value)) return value.map((one) => inline(one, path, copying));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...beside } = value as JsonSchema;
  const own = Object.fromEntries(
    Object.entries(beside).map(([key, inner]) => {
      if (key === 'enum' && Array.isArray(inner)) return [key, counted(inner, path, copying)];
      return [key, key === '$defs' ? inner : inline(inner, path, copying)];
    }),
  );
  if (typeof $ref !== 'string') return own;
  const [filePart = '', pointer = ''] = $ref.split('#');
  const target = filePart === '' ? path : join(path, filePart);
  const name = `${target}#${pointer}`;
  if (open.includes(name)) throw new DanglingReference(path, $ref, 'goes in a circle');
  if (open.length >= DEEPEST) throw new DanglingReference(path, $ref, 'copies too deep', MOST_PARTS);
  read.add(target);
  const found = at(files.get(target), pointer);
  if (found === undefined) throw new DanglingReference(path, $ref, 'points to nothing');
  const {
    title: _typeName,
    $id: _address,
    $schema: _dialect,
    ...resolved
  } = inline(found, target, { ...copying, open: [...open, name] }) as JsonSchema;
  return { ...resolved, ...own };
}

/** Returns codes as they are: the questions that refer to them have the same array. */
function counted(codes: unknown[], path: string, { copied, open }: Copying): unknown[] {
  const isNew = !copied.lists.has(codes);
  copied.lists.add(codes);
  if (isNew) copied.parts += codes.length;
  copied.codes += codes.length;
  const limit = copied.parts > MOST_PARTS ? MOST_PARTS : copied.codes > MOST_CODES ? MOST_CODES : undefined;
  if (limit !== undefined) throw new DanglingReference(path, open.at(-1) ?? path, 'has too many codes', limit);
  return codes;
}

/** Resolves a path relative to the file that contains it. */
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
  for (const part of pointerSteps(pointer)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = getOwn(value as Record<string, unknown>, part);
  }
  return value;
}
