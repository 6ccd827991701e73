/**
 * Finds the cells of an exported file that somebody changed. Each is compared with what the export wrote for the version of
 * the record that the file names, so a cell is read only if it says something else.
 */
import type { RecordData } from '../../../core/definitions/types.ts';
import { newestAnswers } from '../../../core/definitions/versions/upgrade.ts';
import type { ErrorCode } from '../../../core/errors/catalogue.ts';
import type { ErrorParams } from '../../../core/errors/recordErrors.ts';
import { rowsAtPath } from '../../../core/form/rows.ts';
import type { Refs } from '../../../core/form/types/fieldType.ts';
import { restrictedNamesFor } from '../../../core/records/permission.ts';
import { hasNoRestrictions } from '../../../core/records/restricted.ts';
import type { RawCell } from '../../../core/spreadsheet/readCell.ts';
import { everyListRow } from '../../records/list.ts';
import type { ListRow } from '../../records/types.ts';
import type { ApiCall } from '../call.ts';
import { namesInRows } from '../export/names.ts';
import { RECORD_PREFIX } from '../export/recordHistoryColumns.ts';
import type { ExportLine } from '../export/rowSheet.ts';
import { type ExportedColumn, type ExportedSheet, isCellEmpty, type SheetLine } from './exportedSheets.ts';
import { earlierNameMatcher } from './renamed.ts';
import { rowAtPointer } from './rowAt.ts';
import { isUnchangedCell } from './written.ts';

const TOGETHER = 100;
/** Engine columns whose cells mean nothing for a correction, or are read by themselves. */
const IGNORED: ReadonlySet<string> = new Set(['#index', '#id', '#version', '#form_version']);

export interface CellError {
  address: string;
  title: string | null;
  code: ErrorCode;
  params?: ErrorParams | undefined;
}

export interface ChangedCell {
  sheet: ExportedSheet;
  column: ExportedColumn;
  address: string;
  raw: RawCell;
  /** JSON Pointer of the row of a table that it is in. Empty for the record itself. */
  pointer: string;
}

export interface ChangedRecord {
  /** Line of the record in its sheet. */
  line: number;
  /** The record as it is now. */
  now: ListRow;
  /** The record as the file was exported. */
  then: ListRow;
  cells: ChangedCell[];
}

export interface ComparedSheets {
  /** Records of the file, also those without a changed cell. */
  records: number;
  changed: ChangedRecord[];
  errors: CellError[];
  /** Columns with changed cells that cannot be corrected here. */
  leftOut: { column: ExportedColumn; reason: 'fixed' | 'restricted'; cells: number }[];
}

/** `sheets` are those of one export, the records first. */
export async function changedCells(
  call: ApiCall,
  [records, ...tables]: readonly ExportedSheet[],
): Promise<ComparedSheets> {
  const compared: ComparedSheets = { records: 0, changed: [], errors: [], leftOut: [] };
  if (!records) return compared;
  const lines = linesById(records, compared.errors);
  const rows = tables.map((sheet) => ({ sheet, lines: rowsById(sheet, lines, compared.errors) }));
  const leave = new LeftOut(call);
  const ids = [...lines.keys()];
  for (let from = 0; from < ids.length; from += TOGETHER) {
    const part = ids.slice(from, from + TOGETHER);
    const found = new Map<string, ListRow>();
    const query = { form: call.form, filters: [{ field: 'id', op: 'in' as const, value: part }], sort: [] };
    for await (const row of everyListRow(call.services.records, query, call.actor)) found.set(row.record.id, row);
    const seen: { line: SheetLine; now: ListRow; then: ListRow }[] = [];
    for (const id of part) {
      const line = lines.get(id) as SheetLine;
      const now = found.get(id);
      const fail = (name: string, code: ErrorCode) =>
        compared.errors.push({ address: records.addressOf(records.at.get(name) ?? 0, line.row), title: null, code });
      if (!now) fail('id', 'sheet_record_unknown');
      else {
        const then = await asOf(call, now, versionIn(line.cells[records.at.get('version') ?? 0]));
        if (then) seen.push({ line, now, then });
        else fail('version', 'sheet_record_version');
      }
    }
    compared.records += seen.length;
    const refs = await namesInRows(
      call,
      seen.flatMap(({ now, then }) => (now === then ? [now] : [now, then])),
      true,
    );
    const withoutRenamed = renamedFilter(call, refs);
    for (const { line, now, then } of seen) {
      const isCurrent = now.record.version === then.record.version;
      const lineOf = { row: then };
      const cells = await withoutRenamed(cellsOf(records, line, lineOf, refs, '', leave, isCurrent), lineOf);
      for (const { sheet, lines: byId } of rows) {
        const places = new Map(
          rowsAtPath(call.form, then.record.data, sheet.path).map((place) => [place.pointer, place]),
        );
        for (const row of byId.get(now.record.id) ?? []) {
          const pointer = pointerOf(sheet, row);
          const place = places.get(pointer);
          const address = sheet.addressOf(sheet.at.get('id') ?? 0, row.row);
          if (!place) compared.errors.push({ address, title: null, code: 'sheet_row_new' });
          else {
            const lineOf = { row: then, place };
            cells.push(...(await withoutRenamed(cellsOf(sheet, row, lineOf, refs, pointer, leave, isCurrent), lineOf)));
          }
        }
      }
      if (cells.length > 0) compared.changed.push({ line: line.row, now, then, cells });
    }
  }
  compared.leftOut = leave.columns();
  return compared;
}

/** Returns a function that leaves out cells which only name a linked record as it was called before. */
function renamedFilter(call: ApiCall, refs: Refs) {
  const isRenamed = earlierNameMatcher(call, refs);
  return async (cells: ChangedCell[], of: ExportLine): Promise<ChangedCell[]> => {
    const kept: ChangedCell[] = [];
    for (const cell of cells) {
      const row = rowAtPointer(of.row.record.data, cell.pointer);
      if (!row || !(await isRenamed(cell, of, row))) kept.push(cell);
    }
    return kept;
  };
}

/** Returns the lines by record id. A line without an id that holds something else is an error, and so is a second line. */
function linesById(sheet: ExportedSheet, errors: CellError[]): Map<string, SheetLine> {
  const lines = new Map<string, SheetLine>();
  for (const line of sheet.lines) {
    const at = sheet.at.get('id') ?? 0;
    const address = sheet.addressOf(at, line.row);
    const id = idIn(line.cells[at]);
    const first = id === undefined ? undefined : lines.get(id);
    if (id === undefined) errors.push({ address, title: null, code: 'sheet_row_new' });
    else if (first) errors.push({ address, title: null, code: 'sheet_record_twice', params: { first: first.row } });
    else lines.set(id, line);
  }
  return lines;
}

/** Returns the lines of a table by record id. */
function rowsById(sheet: ExportedSheet, records: ReadonlyMap<string, SheetLine>, errors: CellError[]) {
  const lines = new Map<string, SheetLine[]>();
  const seen = new Map<string, number>();
  for (const line of sheet.lines) {
    const at = sheet.at.get('id') ?? 0;
    const address = sheet.addressOf(at, line.row);
    const id = idIn(line.cells[at]);
    const key = `${id} ${pointerOf(sheet, line)}`;
    const first = seen.get(key);
    if (id === undefined || !records.has(id)) errors.push({ address, title: null, code: 'sheet_row_new' });
    else if (first !== undefined) errors.push({ address, title: null, code: 'sheet_record_twice', params: { first } });
    else lines.set(id, [...(lines.get(id) ?? []), line]);
    seen.set(key, line.row);
  }
  return lines;
}

function idIn(cell: RawCell | undefined): string | undefined {
  const id = typeof cell === 'string' ? cell.trim().toLowerCase() : '';
  return /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
}

function versionIn(cell: RawCell | undefined): number {
  const said = typeof cell === 'object' && cell !== null && 'number' in cell ? cell.number : cell;
  return typeof said === 'string' && /^\d{1,9}$/.test(said.trim()) ? Number(said) : 0;
}

/** Returns the pointer of a table's row, such as `/members/0/visits/2`. */
function pointerOf({ path, at }: ExportedSheet, { cells }: SheetLine): string {
  const steps = path.split('.');
  return steps
    .map((step, depth) => {
      const column = at.get(`${steps.slice(0, depth + 1).join('.')} #`) ?? 0;
      return `/${step}/${versionIn(cells[column]) - 1}`;
    })
    .join('');
}

/** Returns the record with the answers of an earlier version; undefined if it never had that version. */
async function asOf({ services, form, actor }: ApiCall, now: ListRow, version: number): Promise<ListRow | undefined> {
  if (version === now.record.version) return now;
  if (version < 1 || version > now.record.version) return undefined;
  const stored: RecordData = { ...now.stored };
  for (const { seq, changes } of await services.records.history(form, now.record.id, actor)) {
    if (seq <= version) break;
    for (const { field, before } of changes) {
      if (before === null || before === undefined) delete stored[field];
      else stored[field] = before;
    }
  }
  const data = newestAnswers(services.registry, { ...now.record, data: stored });
  return { ...now, record: { ...now.record, version, data }, stored };
}

function cellsOf(
  sheet: ExportedSheet,
  line: SheetLine,
  of: ExportLine,
  refs: Refs,
  pointer: string,
  leave: LeftOut,
  isCurrent: boolean,
): ChangedCell[] {
  return sheet.columns.flatMap((column) => {
    const { known, index } = column;
    if (IGNORED.has(known.key) || known.key.startsWith(`#${RECORD_PREFIX}`) || known.key.endsWith(' #')) return [];
    const raw = line.cells[index] ?? null;
    const way = known.ways.findIndex((write) => isUnchangedCell(raw, write(of, 0, refs)));
    if (way >= 0) {
      // The other cells of the file are most likely written in the same style.
      if (way > 0) known.ways.unshift(...known.ways.splice(way, 1));
      return [];
    }
    // What the engine says of a record may be different now.
    if (!known.answer && !isCurrent) return [];
    return leave.takes(column, raw) ? [{ sheet, column, address: sheet.addressOf(index, line.row), raw, pointer }] : [];
  });
}

/** Counts changed cells in columns that cannot be corrected, or whose answers the person may not read. */
class LeftOut {
  readonly #restricted: ReadonlySet<string>;
  readonly #isHidden: boolean;
  readonly #columns = new Map<ExportedColumn, { reason: 'fixed' | 'restricted'; cells: number }>();

  constructor({ services: { registry }, form, actor }: ApiCall) {
    this.#restricted = registry.restrictedQuestions(form.form);
    this.#isHidden = !hasNoRestrictions(restrictedNamesFor(form, actor, registry));
  }

  /** An empty cell does not empty a restricted answer, because whoever exported the file may not have seen it. */
  takes(column: ExportedColumn, raw: RawCell): boolean {
    const { answer } = column.known;
    const isRestricted = answer !== undefined && this.#restricted.has(answer.node.id);
    if (answer && !(isRestricted && (this.#isHidden || isCellEmpty(raw)))) return true;
    const counted = this.#columns.get(column) ?? { reason: isRestricted ? 'restricted' : 'fixed', cells: 0 };
    counted.cells += 1;
    this.#columns.set(column, counted);
    return false;
  }

  columns(): ComparedSheets['leftOut'] {
    return [...this.#columns].map(([column, counted]) => ({ column, ...counted }));
  }
}
