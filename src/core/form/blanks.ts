/** Removes what was started but left empty: empty texts, empty lists and rows without content. */
import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { isBlank } from '../records/blank.ts';
import { CopyOnWrite } from './copyOnWrite.ts';

/** Returns the answers without empty ones. Returns the same object if there were none. */
export function withoutBlanks(form: CompiledForm, data: RecordData): RecordData {
  const answers = new CopyOnWrite(data);
  for (const [name, value] of Object.entries(data)) {
    const node = Array.isArray(value) ? form.byProperty.get(name) : undefined;
    const kept = node?.columns ? tidyRows(node, value as unknown[]) : value;
    answers.put(name, isBlank(kept) ? undefined : kept);
  }
  return answers.data;
}

/** Returns rows without empty cells. Drops rows in which nothing is filled, not counting derived cells. */
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
