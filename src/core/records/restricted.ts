/**
 * Restricted answers (names in complaints and court records, phone numbers of stakeholders): which stored names hold them,
 * at every depth, and what is left of a record without them. A question that was restricted in any version of its form
 * stays so in all of them, so that the next version cannot show what was told in confidence; only a recorded decision about
 * the question (`lifted`) ends that, and only when the newest version no longer restricts it.
 */

import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { isObject } from '../errors/json.ts';
import { matchRows } from './merge.ts';

export interface RestrictedNames {
  /** Stored names that are restricted as a whole. */
  names: ReadonlySet<string>;
  /** By stored name of a table: what is restricted in each of its rows. */
  within: ReadonlyMap<string, RestrictedNames>;
}

export const NOTHING_RESTRICTED: RestrictedNames = { names: new Set(), within: new Map() };

/** Ids of the questions that are restricted; `versions` of one form, oldest first. */
export function restrictedQuestions(versions: readonly CompiledForm[], lifted: ReadonlySet<string>): Set<string> {
  const newest = versions.at(-1);
  const found = new Set<string>();
  for (const version of versions)
    for (const node of everyNode(version.fields.values()))
      if (node.def.restricted && (version === newest || !lifted.has(node.id))) found.add(node.id);
  return found;
}

/** Stored names of these questions in any version. */
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

/** Fields and, behind each table, its columns. */
export function* everyNode(nodes: Iterable<FieldNode>): Generator<FieldNode> {
  for (const node of nodes) {
    yield node;
    if (node.columns) yield* everyNode(node.columns);
  }
}

export function isNothing({ names, within }: RestrictedNames): boolean {
  return names.size === 0 && within.size === 0;
}

/** The answers without what is hidden, at every depth; the same object when nothing is. */
export function withoutRestricted(data: RecordData, hidden: RestrictedNames): RecordData {
  if (isNothing(hidden)) return data;
  const left: RecordData = {};
  for (const [name, value] of Object.entries(data))
    if (!hidden.names.has(name)) left[name] = withoutIn(value, hidden.within.get(name));
  return left;
}

/** One answer without what is hidden inside it. */
export function withoutIn(value: unknown, inside: RestrictedNames | undefined): unknown {
  if (!inside || !Array.isArray(value)) return value;
  return value.map((row) => (isObject(row) ? withoutRestricted(row, inside) : row));
}

/**
 * What a person sent who does not see what is hidden, with what is stored of it put back: they can neither change nor lose
 * it by saving the rest. A row that they took out takes along what it held; a row that they put in holds nothing hidden.
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
