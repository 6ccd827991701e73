/** Shapes of a workbook as it is read, and of what is said about it. */
import type { FormDefinition, JsonSchema } from '../definitions/types.ts';
import type { RawCell } from '../spreadsheet/readCell.ts';
import type { NoteCode } from './codes.ts';

/** A sheet, or a CSV file, by its name. All lines from the first on, so that their position is their address. */
export interface Sheet {
  title: string;
  lines: readonly (readonly RawCell[])[];
}

/** The sheets that a questionnaire is made of. */
export const SHEETS = ['survey', 'choices', 'settings', 'external_choices'] as const;
export type SheetName = (typeof SHEETS)[number];

/** Where something stands. `row` from 1; `column` is the letter, empty for a whole row. */
export interface CellPlace {
  sheet: string;
  row: number;
  column: string;
}

/** Returns where something stands, as spreadsheet programs write it. */
export function spreadsheetAddress({ sheet, row, column }: CellPlace): string {
  return `${sheet}!${column}${row}`;
}

/** Tells a place of the workbook from all others. */
export const cellKey = ({ sheet, row, column }: CellPlace): string => `${sheet}\0${row}\0${column}`;

/** A filled cell. */
export interface WorkbookCell extends CellPlace {
  key: string;
  /** What the head of its column says. */
  header: string;
  /** As it was written, without spaces around it. */
  text: string;
}

export interface WorkbookRow {
  sheet: string;
  row: number;
  /** Cells by what their column means: `name`, `label`, `label::fa`. */
  cells: ReadonlyMap<string, WorkbookCell>;
}

export interface Workbook {
  survey: WorkbookRow[];
  choices: WorkbookRow[];
  external: WorkbookRow[];
  settings: WorkbookRow | undefined;
  /** Other sheets: CSV files that questions name, by the name without its ending. */
  files: ReadonlyMap<string, WorkbookRow[]>;
  /** Tags of the languages of its words, the source first. */
  languages: readonly string[];
}

/** changed: carried in another form. lost: not carried, or not as it was. */
export type NoteKind = 'changed' | 'lost';

export interface NoteParams {
  [name: string]: string | number | readonly string[];
}

/** What is said about a place of the workbook. */
export interface ImportNote extends CellPlace {
  kind: NoteKind;
  code: NoteCode;
  params: NoteParams;
}

/** A cell whose content is not in the definition, and why. */
export interface LostCell extends CellPlace {
  code: NoteCode;
}

/** What came over. The numbers add up: every cell was carried or is in `not_carried`. */
export interface CarriedCounts {
  rows_seen: number;
  rows_carried: number;
  cells_seen: number;
  cells_carried: number;
  not_carried: LostCell[];
}

/** A definition as it is imported: whoever publishes it checks it. */
export type ImportedDefinition = Partial<FormDefinition> & Pick<FormDefinition, 'sections' | 'fields' | 'title'>;

export interface ImportedForm {
  definition: ImportedDefinition;
  /** What the data contract says beside what follows from the definition. */
  schema: JsonSchema;
  notes: ImportNote[];
  account: CarriedCounts;
  /** Cells by the JSON Pointer that was made of them. */
  places: ReadonlyMap<string, CellPlace>;
}
