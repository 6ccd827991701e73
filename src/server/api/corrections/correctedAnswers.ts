/** Reads the changed cells of an exported file as answers, on top of the answers that the record had when it was exported. */

import type { RecordData } from '../../../core/definitions/types.ts';
import type { ErrorCode } from '../../../core/errors/catalogue.ts';
import { coerceAnswers } from '../../../core/form/coerce.ts';
import { holdsPlaces, isMonthQuestion } from '../../../core/form/types/question.ts';
import { canonicalJson, escapePointer, getOwn } from '../../../core/json.ts';
import type { SheetColumn } from '../../../core/spreadsheet/columns.ts';
import { unescapeFormula } from '../../../core/spreadsheet/formula.ts';
import { type CellContext, type RawCell, type ReadCell, readCell } from '../../../core/spreadsheet/readCell.ts';
import { placeAbove } from '../../../core/spreadsheet/readRow.ts';
import { type Calendar, defaultCalendar, firstOfMonth } from '../../../core/text/dates.ts';
import { cleanText, truncate } from '../../../core/text/letters.ts';
import type { ApiCall } from '../call.ts';
import type { ColumnAnswer } from '../export/answerColumns.ts';
import { entryFinder } from '../sheets/findEntry.ts';
import { recordEntriesInCells } from '../sheets/findRecord.ts';
import { cellTitle } from './cellTitle.ts';
import type { CellError, ChangedCell, ChangedRecord } from './changedCells.ts';
import type { ExportedSheet } from './exportedSheets.ts';
import { rowAtPointer } from './rowAt.ts';

export interface CorrectedCell extends ChangedCell {
  answer: ColumnAnswer;
  /** Top-level property of the record. */
  property: string;
}

export interface CorrectedRecord extends Omit<ChangedRecord, 'cells'> {
  /** All answers as the file has them, in the newest version of the form. */
  mine: RecordData;
  cells: CorrectedCell[];
  errors: CellError[];
}

/** Records whose cells say the same as before in other words are left out. */
export async function correctedRecords(call: ApiCall, changed: readonly ChangedRecord[]): Promise<CorrectedRecord[]> {
  const finders = await findersOf(call, changed);
  return changed.flatMap((record) => {
    const read = correctedRecord(call, record, finders);
    return read.cells.length > 0 || read.errors.length > 0 ? [read] : [];
  });
}

/** Finds entries for each sheet by itself, because tables may have columns of the same name. */
async function findersOf({ services, actor }: ApiCall, changed: readonly ChangedRecord[]) {
  const bySheet = new Map<ExportedSheet, ChangedCell[]>();
  for (const cell of changed.flatMap(({ cells }) => cells)) {
    const cells = bySheet.get(cell.sheet) ?? [];
    cells.push(cell);
    bySheet.set(cell.sheet, cells);
  }
  const finders = new Map<ExportedSheet, CellContext['find']>();
  for (const [sheet, cells] of bySheet) {
    const columns = new Map<string, SheetColumn>();
    for (const { column } of cells) {
      const one = column.known.answer && columnOf(column.known.answer);
      if (one) columns.set(one.property, one);
    }
    const rows = cells.map(({ column, raw }) => ({ row: 0, cells: { [column.known.answer?.property ?? '']: raw } }));
    finders.set(sheet, entryFinder(services, await recordEntriesInCells(services, actor, [...columns.values()], rows)));
  }
  return finders;
}

function columnOf({ node, property }: ColumnAnswer): SheetColumn {
  const part = Object.keys(node.parts).find((name) => getOwn(node.parts, name) === property) ?? 'value';
  return { property, node, part, required: false };
}

function correctedRecord(
  call: ApiCall,
  { cells, ...record }: ChangedRecord,
  finders: ReadonlyMap<ExportedSheet, CellContext['find']>,
): CorrectedRecord {
  const before = record.then.record.data;
  const mine = structuredClone(before);
  const errors: CellError[] = [];
  const read: CorrectedCell[] = [];
  /** Addresses of the dates that were read, and what they said. */
  const days = new Map<string, unknown>();
  for (const cell of cells) {
    const { answer } = cell.column.known;
    const row = answer && rowAtPointer(mine, cell.pointer);
    const find = finders.get(cell.sheet);
    if (!answer || !row || !find) continue;
    const calendar = answer.calendar ?? defaultCalendar(call.language);
    const { value, error, days: either } = answerOf(call, cell, answer, row, { calendar, find });
    const at = `${cell.pointer}/${escapePointer(answer.property)}`;
    const fail = (code: ErrorCode, params?: CellError['params']) =>
      errors.push({
        address: cell.address,
        title: cellTitle(call.form, answer, cell.pointer, call.language),
        code,
        params,
      });
    // The column of the other calendar says which of the two days is meant.
    if (either?.some((day) => day === days.get(at))) continue;
    if (error) fail(error.code, error.params);
    else if (answer.calendar && days.has(at) && days.get(at) !== value) fail('sheet_two_days');
    else {
      if (answer.calendar) days.set(at, value);
      if (isEqual(answer, row[answer.property], value, calendar)) continue;
      if (value === undefined) delete row[answer.property];
      else row[answer.property] = value;
      read.push({ ...cell, answer, property: cell.pointer.split('/')[1] ?? answer.property });
    }
  }
  return { ...record, mine, cells: read, errors };
}

/** Days of one month are the same answer where a day stands for its month. */
function isEqual({ node }: ColumnAnswer, before: unknown, now: unknown, calendar: Calendar): boolean {
  const ofMonth = (value: unknown) =>
    isMonthQuestion(node) && typeof value === 'string' ? firstOfMonth(value, calendar) : (value ?? null);
  return canonicalJson(ofMonth(before)) === canonicalJson(ofMonth(now));
}

function answerOf(
  { form }: ApiCall,
  { raw, sheet }: ChangedCell,
  answer: ColumnAnswer,
  row: RecordData,
  context: CellContext,
): ReadCell {
  const column = columnOf(answer);
  if (answer.option !== undefined) return optionOf(raw, answer.option, row[answer.property]);
  const above = holdsPlaces(answer.node) ? placeAbove(column, row) : undefined;
  const { value, error, days } = readWays(column, typeof raw === 'string' ? unescapeFormula(raw) : raw, context, above);
  if (error || value === undefined) return error ? { error, ...(days && { days }) } : {};
  // The types of the contract, as for a body that was sent.
  const path = sheet.path === '' ? [] : sheet.path.split('.');
  const body = path.reduceRight<RecordData>((inner, name) => ({ [name]: [inner] }), { [answer.property]: value });
  const { data, errors } = coerceAnswers(form, body);
  const [wrong] = Object.values(errors).flat();
  if (wrong) return { error: wrong };
  const read = rowAtPointer(data, path.map((name) => `/${name}/0`).join(''))?.[answer.property];
  return read === undefined ? {} : { value: read };
}

/** Adds or removes one option of a question whose options are columns. */
function optionOf(raw: RawCell, option: string, before: unknown): ReadCell {
  const said = raw === null ? '' : typeof raw === 'object' ? ('day' in raw ? raw.day : raw.number) : String(raw);
  const isChosen = ['1', 'true'].includes(cleanText(said).toLowerCase());
  if (!isChosen && !['', '0', 'false'].includes(cleanText(said).toLowerCase()))
    return { error: { code: 'choice_unknown', params: { value: truncate(said, 60) } } };
  const others = (Array.isArray(before) ? before : []).filter((one) => one !== option);
  const value = isChosen ? [...others, option] : others;
  return value.length > 0 ? { value } : {};
}

/** An export in three languages writes them with a slash between them. All must then say the same. */
function readWays(column: SheetColumn, raw: RawCell, context: CellContext, above: string | undefined): ReadCell {
  const whole = readCell(column, raw, context, above);
  if (!whole.error || typeof raw !== 'string' || !raw.includes(' / ')) return whole;
  const [first, ...others] = raw.split(' / ').map((part) => readCell(column, part, context, above));
  const isSame = ({ value, error }: ReadCell) =>
    !error && canonicalJson(value ?? null) === canonicalJson(first?.value ?? null);
  return first && [first, ...others].every(isSame) ? first : whole;
}
