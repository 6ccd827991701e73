/** Reads one row of an uploaded spreadsheet as the answers of a new record. */

import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { addError, type RecordErrors } from '../errors/recordErrors.ts';
import { coerceAnswers } from '../form/coerce.ts';
import { holdsPlaces } from '../form/types/question.ts';
import { getOwn } from '../json.ts';
import type { SheetColumn } from './columns.ts';
import { type CellContext, type RawCell, readCell } from './readCell.ts';

export interface ReadRow {
  data: RecordData;
  /** By JSON Pointer: cells that could not be read, and errors of `coerce`. */
  errors: RecordErrors;
}

/** `cells` are by property name. A district is looked up in the province of the same row, a village in its district. */
export function readRow(
  form: CompiledForm,
  columns: readonly SheetColumn[],
  cells: Readonly<Record<string, RawCell>>,
  context: CellContext,
): ReadRow {
  const raw: Record<string, unknown> = {};
  const unread: RecordErrors = {};
  for (const column of columns) {
    const above = holdsPlaces(column.node) ? placeAbove(column, raw) : undefined;
    const { value, error } = readCell(column, getOwn(cells, column.property) ?? null, context, above);
    if (error) addError(unread, `/${column.property}`, error.code, error.params);
    else if (value !== undefined) raw[column.property] = value;
  }
  const { data, errors } = coerceAnswers(form, raw);
  return { data, errors: { ...errors, ...unread } };
}

/** Returns the id of the surrounding place, among answers that are already read. */
export function placeAbove({ part, node }: SheetColumn, read: Record<string, unknown>): string | undefined {
  const level = part === 'village' ? node.parts.district : part === 'district' ? node.parts.province : undefined;
  const id = level === undefined ? undefined : getOwn(read, level);
  return typeof id === 'string' ? id : undefined;
}
