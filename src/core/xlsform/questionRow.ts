/** A row of the sheet of questions with what its makers read: where it stands, its cells, and what names mean there. */

import { pointerOf } from '../edit/draft.ts';
import type { Ledger } from './ledger.ts';
import type { ImportContext } from './making.ts';
import { pathOf } from './names.ts';
import type { Question } from './outline.ts';
import type { Cell, Place, Row } from './types.ts';
import type { Scope } from './xpath/scope.ts';

export class QuestionRow {
  readonly making: ImportContext;
  readonly question: Question;
  readonly row: Row;
  readonly scope: Scope;
  /** JSON Pointer of its field. */
  readonly at: string;

  constructor(question: Question, making: ImportContext) {
    this.making = making;
    this.question = question;
    this.row = question.row;
    this.scope = making.names.scope(question.table, question.written);
    this.at = pointerOf(pathOf(question));
  }

  get ledger(): Ledger {
    return this.making.ledger;
  }

  cell(key: string): Cell | undefined {
    return this.row.cells.get(key);
  }

  /** The cell with this key, or else the whole row. */
  place(key: string): Place {
    return this.cell(key) ?? { ...this.row, column: '' };
  }

  /** The type as it was written. */
  get type(): string {
    return this.cell('type')?.text ?? '';
  }
}
