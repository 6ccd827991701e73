/**
 * Reads the answers of an old form version as a newer one. A question that keeps its id is found under any name. Every other
 * change is declared in the `migrate` block of the newer version, version by version. An answer never reaches another
 * question only because both have the same name.
 */

import { getOwn, isObject } from '../../json.ts';
import type { CompiledForm, FieldNode, JsonSchema, RecordData } from '../types.ts';
import { type Moves, movesOf, type OptionMapping } from './moves.ts';

export interface MigratedAnswers {
  data: RecordData;
  /** Property names of the old version whose answers the new one does not have, `table.column` for those in rows. */
  dropped: string[];
}

/** An answer on its way through the versions. */
interface Carried {
  value: unknown;
  /** Its property names in the version of the record; several after a merge. */
  from: readonly string[];
}

type Answers = ReadonlyMap<string, Carried>;

/** Returns answers of version `from` as version `to`. `versions` are all of the form. The given data is not changed. */
export function migrateAnswers(
  data: RecordData,
  versions: readonly CompiledForm[],
  from: number,
  to: number,
): MigratedAnswers {
  const steps = versions
    .filter((form) => form.version >= from && form.version <= to)
    .sort((a, b) => a.version - b.version);
  const dropped = new Set<string>();
  let now: Answers = new Map(Object.entries(data).map(([name, value]) => [name, { value, from: [name] }]));
  for (let at = 1; at < steps.length; at++) {
    now = step(now, steps[at - 1] as CompiledForm, steps[at] as CompiledForm, dropped);
  }
  return { data: Object.fromEntries([...now].map(([name, { value }]) => [name, value])), dropped: [...dropped] };
}

/** Returns the questions of the old version that `dropped` answers belong to. A cell belongs to its table. */
export function lostQuestions(
  { byProperty }: CompiledForm,
  { dropped }: Pick<MigratedAnswers, 'dropped'>,
): Set<FieldNode> {
  return new Set(dropped.flatMap((name) => byProperty.get(name.split('.')[0] as string) ?? []));
}

function step(answers: Answers, before: CompiledForm, after: CompiledForm, dropped: Set<string>): Answers {
  const moves = movesOf(after.definition);
  const next = new Map<string, Carried>();
  for (const [name, { value, from }] of inOrder(answers, moves)) {
    let isKept = false;
    for (const target of migrationTargets(name, before, after)) {
      const rows = readRows(value, before.byProperty.get(name), after.byProperty.get(target), moves);
      for (const column of rows.dropped) for (const table of from) dropped.add(`${table}.${column}`);
      const mapping = moves.mapping(name, target);
      const fitting = fits(mapOptionValue(rows.value, mapping), getOwn(propertiesOf(after), target) ?? {});
      const taken = next.get(target);
      if (fitting === undefined || isTaken(taken, fitting)) continue;
      next.set(target, taken ? together(taken, { value: fitting, from }) : { value: fitting, from });
      isKept ||= isWhole(rows.value, mapping, fitting);
    }
    if (!isKept) for (const one of from) dropped.add(one);
  }
  for (const [name, value] of moves.given) {
    if (!next.has(name) && getOwn(propertiesOf(after), name) !== undefined) next.set(name, { value, from: [] });
  }
  return next;
}

/** Puts merged answers in the order in which `merge` names them, because the first one answered wins. */
function inOrder(answers: Answers, { all }: Moves): [string, Carried][] {
  const order = all.flatMap(({ kind, from }) => (kind === 'merged' ? [from] : []));
  return [...answers].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}

/** Returns the property names that take an old answer. Empty if the new version does not ask for it. */
export function migrationTargets(name: string, before: CompiledForm, after: CompiledForm): string[] {
  const declared = movesOf(after.definition).of(name)?.to;
  const targets = declared ?? sameQuestion(name, before, after) ?? (isOther(name, before, after) ? [] : name);
  return [targets].flat().filter((target) => getOwn(propertiesOf(after), target) !== undefined);
}

/** Returns the new property name of the same part of the same question. */
function sameQuestion(name: string, before: CompiledForm, after: CompiledForm): string | undefined {
  const old = before.byProperty.get(name);
  const now = old && after.byQuestion.get(old.id);
  if (!old || !now || now.properties.length === 0) return undefined;
  if (old.def.rows) {
    const row = old.def.rows.find((one) => one.name === name);
    return now.def.rows?.find((one) => one.id === row?.id)?.name;
  }
  const part = Object.entries(old.parts).find(([, stored]) => stored === name)?.[0];
  return part === undefined ? undefined : getOwn(now.parts, part);
}

/** Returns true if the new version has another question under this name. */
function isOther(name: string, before: CompiledForm, after: CompiledForm): boolean {
  const [old, now] = [before.byProperty.get(name), after.byProperty.get(name)];
  return old !== undefined && now !== undefined && old.id !== now.id;
}

/** Reads the rows of a table under the column names of the new version. Cells that belong to no column stay. */
function readRows(
  value: unknown,
  before: FieldNode | undefined,
  after: FieldNode | undefined,
  moves: Moves,
): { value: unknown; dropped: Set<string> } {
  const dropped = new Set<string>();
  if (!Array.isArray(value) || !before?.columns || !after?.columns) return { value, dropped };
  const columns = new Map(before.columns.map((column) => [column.name, column]));
  const now = new Map(after.columns.map((column) => [column.id, column]));
  const rows = value.map((row) => {
    if (!isObject(row)) return row;
    const next: RecordData = {};
    for (const [cell, answer] of Object.entries(row)) {
      const column = columns.get(cell);
      const target = column && now.get(column.id);
      const mapping = target ? moves.mapping(column.path, target.path) : {};
      const inner = readRows(answer, column, target, moves);
      for (const one of inner.dropped) dropped.add(`${cell}.${one}`);
      const fitting = target ? fits(mapOptionValue(inner.value, mapping), target.schema) : column ? undefined : answer;
      if (fitting === undefined) dropped.add(cell);
      else next[target?.name ?? cell] = fitting;
    }
    return next;
  });
  return { value: rows, dropped };
}

export function mapOptionValue(value: unknown, mapping: OptionMapping): unknown {
  if (!Array.isArray(value)) return mapOne(value, mapping);
  return [...new Set(value.map((one) => mapOne(one, mapping)).filter((one) => one !== undefined))];
}

function mapOne(value: unknown, mapping: OptionMapping): unknown {
  const mapped = typeof value === 'string' && Object.hasOwn(mapping, value) ? getOwn(mapping, value) : value;
  return mapped === null ? undefined : mapped;
}

/** Removes options that no longer exist; undefined if nothing is left. Other errors are left to the validator. */
function fits(value: unknown, schema: JsonSchema): unknown {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return undefined;
  const items = schema.items as JsonSchema | undefined;
  if (Array.isArray(value) && Array.isArray(items?.enum)) {
    const kept = value.filter((item) => (items.enum as unknown[]).includes(item));
    return kept.length > 0 ? kept : undefined;
  }
  return value;
}

/** Several chosen options are put together. Of other merged answers the first stays. */
function isTaken(taken: Carried | undefined, value: unknown): boolean {
  return taken !== undefined && !(Array.isArray(taken.value) && Array.isArray(value));
}

function together(taken: Carried, { value, from }: Carried): Carried {
  const chosen = new Set([...(taken.value as unknown[]), ...(value as unknown[])]);
  return { value: [...chosen], from: [...taken.from, ...from] };
}

/** Returns false if some of the chosen options were not kept. */
function isWhole(value: unknown, mapping: OptionMapping, kept: unknown): boolean {
  return !Array.isArray(value) || !Array.isArray(kept) || value.every((one) => kept.includes(mapOne(one, mapping)));
}

function propertiesOf({ contract }: CompiledForm): Record<string, JsonSchema> {
  return (contract.properties ?? {}) as Record<string, JsonSchema>;
}
