/** A row of the sheet of questions with what its makers read: where it stands, its cells, and what names mean there. */

import { fieldPointerOf } from '../edit/draft.ts';
import type { Ledger } from './ledger.ts';
import type { ImportContext } from './making.ts';
import { entryPath } from './names.ts';
import type { SurveyQuestion } from './outline.ts';
import type { CellPlace, WorkbookCell, WorkbookRow } from './types.ts';
import type { Scope } from './xpath/scope.ts';

export class QuestionRow {
  readonly making: ImportContext;
  readonly question: SurveyQuestion;
  readonly row: WorkbookRow;
  readonly scope: Scope;
  /** JSON Pointer of its field. */
  readonly at: string;

  constructor(question: SurveyQuestion, making: ImportContext) {
    this.making = making;
    this.question = question;
    this.row = question.row;
    this.scope = making.names.scope(question.table, question.written);
    this.at = fieldPointerOf(entryPath(question));
  }

  get ledger(): Ledger {
    return this.making.ledger;
  }

  cell(key: string): WorkbookCell | undefined {
    return this.row.cells.get(key);
  }

  /** The cell with this key, or else the whole row. */
  place(key: string): CellPlace {
    return this.cell(key) ?? { ...this.row, column: '' };
  }

  /** The type as it was written. */
  get type(): string {
    return this.cell('type')?.text ?? '';
  }
}
