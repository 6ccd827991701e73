/**
 * Restricted answers, such as names in complaints and phone numbers of stakeholders, and what is made of them: their property
 * names at every depth, and records without them. `taint.ts` says which questions these are.
 */

import type { FieldNode, RecordData } from '../definitions/types.ts';
import type { ExpressionReads } from '../expressions/reads.ts';
import { isObject } from '../json.ts';

export interface RestrictedNames {
  /** Property names that are restricted as a whole. */
  names: ReadonlySet<string>;
  /** By property name of a table: what is restricted in each of its rows. */
  within: ReadonlyMap<string, RestrictedNames>;
}

export const NOTHING_RESTRICTED: RestrictedNames = { names: new Set(), within: new Map() };

/** A form version as far as names go. */
interface Named {
  fields: ReadonlyMap<string, FieldNode>;
}

/** Returns the property names that these fields have in any version. */
export function restrictedNames(versions: readonly Named[], questions: ReadonlySet<string>): RestrictedNames {
  if (questions.size === 0) return NOTHING_RESTRICTED;
  return namesOf(
    versions.flatMap(({ fields }) => [...fields.values()]),
    questions,
  );
}

function namesOf(nodes: readonly FieldNode[], questions: ReadonlySet<string>): RestrictedNames {
  const names = new Set<string>();
  const columns = new Map<string, FieldNode[]>();
  for (const node of nodes) {
    if (questions.has(node.id)) for (const name of node.properties) names.add(name);
    else if (node.columns) columns.set(node.name, [...(columns.get(node.name) ?? []), ...node.columns]);
  }
  const within = new Map<string, RestrictedNames>();
  for (const [table, cells] of columns) {
    const inside = namesOf(cells, questions);
    if (!hasNoRestrictions(inside)) within.set(table, inside);
  }
  return { names, within };
}

/** Yields each field, followed by its columns if it is a table. */
export function* everyNode(nodes: Iterable<FieldNode>): Generator<FieldNode> {
  for (const node of nodes) {
    yield node;
    if (node.columns) yield* everyNode(node.columns);
  }
}

/** Returns all names of several. */
export function mergeRestrictedNames(all: readonly RestrictedNames[]): RestrictedNames {
  const [first = NOTHING_RESTRICTED, ...others] = all;
  if (others.length === 0) return first;
  const tables = new Set(all.flatMap(({ within }) => [...within.keys()]));
  return {
    names: new Set(all.flatMap(({ names }) => [...names])),
    within: new Map(
      [...tables].map((table) => [table, mergeRestrictedNames(all.flatMap(({ within }) => within.get(table) ?? []))]),
    ),
  };
}

/** Returns true if the answer at a JSON Pointer is hidden. */
export function isPointerRestricted(pointer: string, hidden: RestrictedNames): boolean {
  const names = pointer.split('/').slice(1);
  return atPath(
    names.filter((_part, at) => at % 2 === 0),
    hidden,
  ).isHidden;
}

/** Returns true if something that is read is hidden. `table` is the path of the table whose row reads it. */
export function isReadRestricted({ paths, whole }: ExpressionReads, hidden: RestrictedNames, table?: string): boolean {
  if (hasNoRestrictions(hidden)) return false;
  const levels = [hidden];
  for (const step of table?.split('.') ?? []) levels.unshift(levels[0]?.within.get(step) ?? NOTHING_RESTRICTED);
  return levels.some(
    (level) =>
      [...paths].some((path) => atPath(path.split('.'), level).isHidden) ||
      [...whole].some((path) => {
        const { isHidden, inside } = atPath(path.split('.'), level);
        return isHidden || !hasNoRestrictions(inside);
      }),
  );
}

/** Follows a path of names: whether it leads to a hidden answer, and what is hidden inside of the answer it leads to. */
function atPath(path: readonly string[], level: RestrictedNames): { isHidden: boolean; inside: RestrictedNames } {
  let inside = level;
  for (const name of path) {
    if (inside.names.has(name)) return { isHidden: true, inside };
    inside = inside.within.get(name) ?? NOTHING_RESTRICTED;
  }
  return { isHidden: false, inside };
}

/** Returns the hidden answers as paths, such as `people.contact`. `restrictedNamesFromPaths` reads them. */
export function restrictedPathsOf({ names, within }: RestrictedNames): string[] {
  return [
    ...names,
    ...[...within].flatMap(([table, inside]) => restrictedPathsOf(inside).map((path) => `${table}.${path}`)),
  ];
}

export function restrictedNamesFromPaths(paths: readonly string[]): RestrictedNames {
  const below = new Map<string, string[]>();
  for (const path of paths) {
    const dot = path.indexOf('.');
    if (dot < 0) continue;
    const table = path.slice(0, dot);
    below.set(table, [...(below.get(table) ?? []), path.slice(dot + 1)]);
  }
  return {
    names: new Set(paths.filter((path) => !path.includes('.'))),
    within: new Map([...below].map(([table, inside]) => [table, restrictedNamesFromPaths(inside)])),
  };
}

export function hasNoRestrictions({ names, within }: RestrictedNames): boolean {
  return names.size === 0 && within.size === 0;
}

/** Returns the answers without the hidden ones, at every depth. Returns the same object if nothing is hidden. */
export function withoutRestricted(data: RecordData, hidden: RestrictedNames): RecordData {
  if (hasNoRestrictions(hidden)) return data;
  const left: RecordData = {};
  for (const [name, value] of Object.entries(data))
    if (!hidden.names.has(name)) left[name] = withoutRestrictedIn(value, hidden.within.get(name));
  return left;
}

/** Returns one answer without the hidden answers inside it. */
export function withoutRestrictedIn(value: unknown, inside: RestrictedNames | undefined): unknown {
  if (!inside || !Array.isArray(value)) return value;
  return value.map((row) => (isObject(row) ? withoutRestricted(row, inside) : row));
}
