/** What is stored of what was typed: no hidden answers, no empty texts, no empty lists. */
import type { CompiledForm, FieldNode, RecordData, ValidatorModule } from '../definitions/types.ts';
import { isBlank } from '../records/blank.ts';
import { visibility } from './conditions.ts';
import { applyDerived, type DeriveContext } from './derive.ts';

/** The answers without hidden and empty ones; the same object when nothing was dropped. */
export function prune(form: CompiledForm, validator: ValidatorModule, data: RecordData): RecordData {
  return visibility(form, validator, withoutBlanks(form, data)).data;
}

/** `prune`, derived values worked out from what is left, and again until nothing moves: the record as it is stored. */
export function normalize(
  form: CompiledForm,
  validator: ValidatorModule,
  data: RecordData,
  context: DeriveContext,
): RecordData {
  let now = data;
  for (let round = 0; round <= form.derived.length; round++) {
    const next = prune(form, validator, applyDerived(form, prune(form, validator, now), context));
    if (next === now) return now;
    now = next;
  }
  return now;
}

function withoutBlanks(form: CompiledForm, data: RecordData): RecordData {
  let result = data;
  for (const name of Object.keys(data)) {
    const node = form.byProperty.get(name);
    const value = data[name];
    const kept = node?.columns && Array.isArray(value) ? tidyRows(node, value) : value;
    if (kept === value && !isBlank(value)) continue;
    if (result === data) result = { ...data };
    if (isBlank(kept)) delete result[name];
    else result[name] = kept;
  }
  return result;
}

/** Rows without empty cells; rows with nothing in them are dropped. */
function tidyRows(node: FieldNode, rows: unknown[]): unknown[] {
  let changed = false;
  const kept = rows.flatMap((row) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return [row];
    const columnOf = (name: string) => node.columns?.find((column) => column.name === name);
    const cells = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
      const column = columnOf(name);
      const kept = column?.columns && Array.isArray(value) ? tidyRows(column, value) : value;
      return isBlank(kept) ? [] : [[name, kept]];
    });
    const typed = cells.filter(([name]) => !columnOf(name)?.def.derived);
    const isTidy =
      cells.length === Object.keys(row).length && cells.every(([name, kept]) => kept === (row as RecordData)[name]);
    if (isTidy && typed.length > 0) return [row];
    changed = true;
    return typed.length > 0 ? [Object.fromEntries(cells)] : [];
  });
  return changed ? kept : rows;
}
