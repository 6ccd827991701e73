/**
 * Restricted answers, such as names in complaints and phone numbers of stakeholders: finds their property names at every
 * depth and removes them from a record. A field restricted in any version of its form is restricted in all versions, so that
 * a new version cannot reveal confidential answers. Only a recorded decision about the field (`lifted`) ends the
 * restriction, and only if the newest version does not restrict it.
 */

import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { isObject } from '../errors/json.ts';
import { matchRows } from './merge.ts';

export interface RestrictedNames {
  /** Property names that are restricted as a whole. */
  names: ReadonlySet<string>;
  /** By property name of a table: what is restricted in each of its rows. */
  within: ReadonlyMap<string, RestrictedNames>;
}

export const NOTHING_RESTRICTED: RestrictedNames = { names: new Set(), within: new Map() };

/** Returns the ids of the restricted fields. `versions` are those of one form, oldest first. */
export function restrictedQuestions(versions: readonly CompiledForm[], lifted: ReadonlySet<string>): Set<string> {
  const newest = versions.at(-1);
  const found = new Set<string>();
  for (const version of versions)
    for (const node of everyNode(version.fields.values()))
      if (node.def.restricted && (version === newest || !lifted.has(node.id))) found.add(node.id);
  return found;
}

/** Returns the property names that these fields have in any version. */
export function restrictedNames(versions: readonly CompiledForm[], questions: ReadonlySet<string>): RestrictedNames {
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
    if (!isNothing(inside)) within.set(table, inside);
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

export function isNothing({ names, within }: RestrictedNames): boolean {
  return names.size === 0 && within.size === 0;
}

/** Returns the answers without the hidden ones, at every depth. Returns the same object if nothing is hidden. */
export function withoutRestricted(data: RecordData, hidden: RestrictedNames): RecordData {
  if (isNothing(hidden)) return data;
  const left: RecordData = {};
  for (const [name, value] of Object.entries(data))
    if (!hidden.names.has(name)) left[name] = withoutIn(value, hidden.within.get(name));
  return left;
}

/** Returns one answer without the hidden answers inside it. */
export function withoutIn(value: unknown, inside: RestrictedNames | undefined): unknown {
  if (!inside || !Array.isArray(value)) return value;
  return value.map((row) => (isObject(row) ? withoutRestricted(row, inside) : row));
}

/**
 * Puts the stored hidden answers back into the data of a user who cannot see them, so that saving neither changes nor loses
 * them. A removed row loses its hidden answers too. An added row has none.
 */
export function keepRestricted(sent: RecordData, stored: RecordData, hidden: RestrictedNames): RecordData {
  if (isNothing(hidden)) return sent;
  const kept = withoutRestricted(sent, hidden);
  for (const name of hidden.names) if (stored[name] !== undefined) kept[name] = stored[name];
  for (const [table, inside] of hidden.within) {
    const [rows, before] = [kept[table], stored[table]];
    if (!Array.isArray(rows) || !Array.isArray(before)) continue;
    const known = before.filter(isObject);
    const seen = known.map((row) => withoutRestricted(row, inside));
    const places = matchRows(seen, rows.filter(isObject));
    kept[table] = rows.filter(isObject).map((row, place) => {
      const from = known[places.indexOf(place)];
      return from ? keepRestricted(row, from, inside) : row;
    });
  }
  return kept;
}
