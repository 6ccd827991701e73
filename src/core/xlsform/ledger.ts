/** Keeps account of every cell: each is carried once, or named with the reason why it is not. */
import { columnName } from '../spreadsheet/columnName.ts';
import { cellText } from '../spreadsheet/readCell.ts';
import type { NoteCode } from './codes.ts';
import {
  type CarriedCounts,
  type CellPlace,
  cellKey,
  type ImportNote,
  type LostCell,
  type NoteParams,
  type Sheet,
  type WorkbookCell,
  type WorkbookRow,
} from './types.ts';

/** A cell has its key, which is asked for many times. */
const keyOf = (place: CellPlace | WorkbookCell): string => ('key' in place ? place.key : cellKey(place));

export class Ledger {
  readonly notes: ImportNote[] = [];
  /** Cells by the JSON Pointer that was made of them. */
  readonly places = new Map<string, CellPlace>();
  readonly #open = new Map<string, CellPlace>();
  /** Cells that were carried. */
  readonly #done = new Map<string, CellPlace>();
  readonly #lost: LostCell[] = [];
  readonly #said = new Set<string>();
  #rows = 0;
  #cells = 0;

  /** Counts the filled cells of a sheet below its head, whose number is given from 1; 0 for a sheet that has none. */
  see({ title, lines }: Sheet, head: number): void {
    for (const [at, line] of lines.entries()) {
      if (at === head - 1) continue;
      let isFilled = false;
      for (const [column, cell] of line.entries()) {
        if (cell === null || cellText(cell).trim() === '') continue;
        isFilled = true;
        this.#cells += 1;
        const place = { sheet: title, row: at + 1, column: columnName(column) };
        this.#open.set(keyOf(place), place);
      }
      if (isFilled) this.#rows += 1;
    }
  }

  /** Says that a cell is in the definition, at a JSON Pointer if that is known. */
  carry(cell: WorkbookCell | undefined, pointer?: string): void {
    if (!cell) return;
    if (pointer !== undefined && !this.places.has(pointer)) this.places.set(pointer, cell);
    if (this.#open.delete(cell.key)) this.#done.set(cell.key, cell);
  }

  /** Says that a cell is not in the definition. */
  lose(cell: CellPlace | undefined, code: NoteCode, params: NoteParams = {}): void {
    if (!cell) return;
    this.#drop(cell, code);
    this.note(cell, 'lost', code, params);
  }

  /** The same for a column or a look that many cells have: it is named once. */
  loseOnce(cell: CellPlace | undefined, code: NoteCode, params: NoteParams): void {
    if (!cell) return;
    this.#drop(cell, code);
    const key = JSON.stringify([code, params]);
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.note(cell, 'lost', code, params);
  }

  #drop(cell: CellPlace, code: NoteCode): void {
    if (this.#open.delete(keyOf(cell))) this.#lost.push({ ...placeOf(cell), code });
  }

  /** Says of a whole row that it is not in the definition, also of what was read of it already. */
  loseRow({ cells, ...place }: WorkbookRow, code: NoteCode, params: NoteParams = {}): void {
    for (const cell of cells.values()) {
      const key = keyOf(cell);
      const wasCarried = this.#done.delete(key);
      if (wasCarried || this.#open.delete(key)) this.#lost.push({ ...placeOf(cell), code });
    }
    for (const [pointer, of] of this.places)
      if (of.sheet === place.sheet && of.row === place.row) this.places.delete(pointer);
    this.note({ ...place, column: '' }, 'lost', code, params);
  }

  note(place: CellPlace, kind: ImportNote['kind'], code: NoteCode, params: NoteParams = {}): void {
    this.notes.push({ ...placeOf(place), kind, code, params });
  }

  isOpen(cell: CellPlace): boolean {
    return this.#open.has(keyOf(cell));
  }

  /** Returns the account. A cell that nobody has read is not carried. */
  close(): CarriedCounts {
    for (const cell of [...this.#open.values()])
      this.loseOnce(cell, 'cell_unread', { column: cell.column, sheet: cell.sheet });
    return {
      rows_seen: this.#rows,
      rows_carried: new Set([...this.#done.values()].map(({ sheet, row }) => `${sheet}\0${row}`)).size,
      cells_seen: this.#cells,
      cells_carried: this.#done.size,
      not_carried: this.#lost,
    };
  }
}

function placeOf({ sheet, row, column }: CellPlace): CellPlace {
  return { sheet, row, column };
}
