/**
 * A question may ask for records with certain answers only (`record.where`) and for those that share an answer with the
 * record itself (`record.same`). Pickers offer no others; here others are refused. What is stored already stays valid until
 * it, or the answer it must share, is changed.
 */
import type { FieldNode, RecordData } from '../../core/definitions/types.ts';
import { addError, type RecordErrors } from '../../core/errors/failure.ts';
import { rowsById } from '../db/lookup.ts';
import { newestAnswers } from '../definitions/upgrade.ts';
import type { RecordDeps } from './context.ts';
import type { Pointer } from './references.ts';

const READ = ['id', 'form', 'form_version', 'data'] as const;

/** Adds `not_fitting` for each chosen record that its question does not ask for. */
export async function checkFitting(
  { read, registry }: RecordDeps,
  chosen: readonly Pointer[],
  data: RecordData,
  before: RecordData | null,
  errors: RecordErrors,
): Promise<void> {
  const asked = chosen.filter(({ node, at, id }) => isChanged(node, id, data, before) && !errors[at]);
  if (asked.length === 0) return;
  const rows = await rowsById(read, 'records', READ, [...new Set(asked.map(({ id }) => id))]);
  const said = new Map(
    rows.map((row) => [row.id, newestAnswers(registry, { ...row, data: JSON.parse(row.data) as RecordData })]),
  );
  for (const { at, id, node } of asked) {
    const theirs = said.get(id);
    if (theirs && !isFitting(node, theirs, data)) addError(errors, at, 'not_fitting');
  }
}

function isChanged(node: FieldNode, id: string, data: RecordData, before: RecordData | null): boolean {
  const { where, same } = node.def.record ?? {};
  if (!where && !same) return false;
  const old = before?.[node.name];
  const isKnown = Array.isArray(old) ? old.includes(id) : old === id;
  return !isKnown || Object.values(same ?? {}).some((name) => data[name] !== before?.[name]);
}

function isFitting({ def }: FieldNode, theirs: RecordData, data: RecordData): boolean {
  const { where = {}, same = {} } = def.record ?? {};
  return (
    Object.entries(where).every(([name, value]) => theirs[name] === value) &&
    // While the answer that must be shared is empty, all are offered.
    Object.entries(same).every(([name, own]) => isEmpty(data[own]) || theirs[name] === data[own])
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
