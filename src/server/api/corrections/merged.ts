/** Puts the corrections of a file on the records as they are now. Answers that only one side changed need no decision. */

import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { newestAnswers } from '../../../core/definitions/versions/upgrade.ts';
import { canonicalJson, getOwn } from '../../../core/json.ts';
import { type MergeSide, mergeRows } from '../../../core/records/merge.ts';
import type { UpdateBody } from '../../../core/saving/types.ts';
import type { RecordToUpdate } from '../../records/types.ts';
import type { ApiCall } from '../call.ts';
import type { CorrectedRecord } from './correctedAnswers.ts';

/** What to do with a record in which the file and somebody else changed the same answers. */
export type CorrectionChoice = MergeSide | 'leave';

export interface MergedRecord {
  corrected: CorrectedRecord;
  /** Properties that both changed, to different answers. */
  collides: ReadonlySet<string>;
  /** Answers that change, by decision, in the newest version of the form. Undefined answers are emptied. */
  changes: Record<MergeSide, RecordData>;
}

export function mergeCorrectedRecord(corrected: CorrectedRecord): MergedRecord {
  const { id, data: theirs } = corrected.now.record;
  const base = corrected.then.record.data;
  const touched = [...new Set(corrected.cells.map(({ property }) => property))];
  // A record is merged as one row of a table is, whose cells are its answers.
  const [row] = mergeRows([{ ...base, id }], [{ ...corrected.mine, id }], [{ ...theirs, id }]);
  const side = (name: MergeSide): RecordData => (row?.isConflict ? row[name] : row?.[row.choice]) ?? theirs;
  const changesOf = (data: RecordData): RecordData =>
    Object.fromEntries(touched.filter((name) => !isSame(data[name], theirs[name])).map((name) => [name, data[name]]));
  const [mine, other] = [side('mine'), side('theirs')];
  return {
    corrected,
    collides: new Set(touched.filter((name) => !isSame(mine[name], other[name]))),
    changes: { mine: changesOf(mine), theirs: changesOf(other) },
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}

/**
 * Returns the update of the record, in the version of the form that it was captured with. Returns the names of the answers
 * for which that version has no place, if there are any.
 */
export function toCorrectionUpdate(
  { services: { registry }, form }: ApiCall,
  { now }: CorrectedRecord,
  changes: RecordData,
): RecordToUpdate | { without: string[] } {
  const { record, stored } = now;
  const captured = registry.form(record.form, record.form_version) ?? form;
  const named = Object.entries(changes).map(
    ([name, value]) => [name, propertyIn(captured, form, name), value] as const,
  );
  const put = (data: RecordData): RecordData => {
    const next = { ...data };
    for (const [, name, value] of named) {
      if (name === undefined) continue;
      if (value === undefined || value === null) delete next[name];
      else next[name] = value as RecordData[string];
    }
    return next;
  };
  const read = newestAnswers(registry, { ...record, data: put(stored) });
  const without = named.filter(([name, own, value]) => own === undefined || !isSame(read[name], value));
  if (without.length > 0) return { without: without.map(([name]) => name) };
  return {
    id: record.id,
    read: (before): UpdateBody => ({ form: captured, data: put(before.record.data), version: record.version }),
  };
}

/** Returns the property that a version has for the same part of the same question. */
function propertyIn(captured: CompiledForm, newest: CompiledForm, name: string): string | undefined {
  if (captured.version === newest.version) return name;
  const node = newest.byProperty.get(name);
  const part = Object.keys(node?.parts ?? {}).find((one) => getOwn(node?.parts, one) === name);
  return node && part !== undefined ? getOwn(captured.byQuestion.get(node.id)?.parts, part) : undefined;
}
