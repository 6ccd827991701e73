/** Removes what was started but left empty: empty texts, empty lists and rows without content. */
import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { isObject } from '../errors/json.ts';
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
  const kept = rows.flatMap((row) => {
    if (!isObject(row)) return [row];
    const tidy = tidyRow(node, row);
    const isFilled = Object.keys(tidy).some((name) => !columnOf(node, name)?.def.derived);
    return isFilled ? [tidy] : [];
  });
  return kept.length < rows.length || kept.some((row, at) => row !== rows[at]) ? kept : rows;
}

/** Returns a row without empty cells. Returns the same object if there were none. */
export function tidyRow(node: FieldNode, row: RecordData): RecordData {
  const cells = new CopyOnWrite(row);
  for (const [name, value] of Object.entries(row)) {
    const column = columnOf(node, name);
    const kept = column?.columns && Array.isArray(value) ? tidyRows(column, value) : value;
    cells.put(name, isBlank(kept) ? undefined : kept);
  }
  return cells.data;
}

function columnOf({ columns }: FieldNode, name: string): FieldNode | undefined {
  return columns?.find((column) => column.name === name);
}
