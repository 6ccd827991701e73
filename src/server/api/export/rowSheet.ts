/** The rows of one table of a form as lines of an export: each with its record and the numbers of the rows that it is in. */
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { badFilter } from '../../../core/errors/failure.ts';
import { answerLevelsAt } from '../../../core/form/answersInWords.ts';
import { insertQuestionLabels } from '../../../core/form/labelsInWords.ts';
import { type LocatedRow, rowsAtPath } from '../../../core/form/rows.ts';
import type { Refs } from '../../../core/form/types/fieldType.ts';
import { isExported } from '../../../core/form/types/question.ts';
import { withProblemStatus } from '../../../core/problems/log.ts';
import { words } from '../../http/words.ts';
import type { RecordedTransition } from '../../records/history/moves.ts';
import type { ListRow } from '../../records/types.ts';
import { answerColumns, type ColumnAnswer } from './answerColumns.ts';
import { type ExportContext, recordKeyColumns } from './columns.ts';
import type { ExportedRow } from './names.ts';
import { writeInLanguages } from './style.ts';

export interface ExportLine {
  row: ListRow;
  /** The row of the table. Absent in the export of records. */
  place?: LocatedRow;
  /** Only in the sheet of changes of state. */
  transition?: RecordedTransition;
}

/** What an export writes: columns, and the lines of one record. */
export interface ExportSheet {
  title: string;
  columns: {
    heading: string;
    name: string;
    stored: string;
    isDay?: true;
    answer?: ColumnAnswer;
    cell(line: ExportLine, index: number, refs: Refs): string | number;
  }[];
  lines(record: ExportedRow): ExportLine[];
  /** Its lines are changes of state. */
  withTransitions?: true;
}

/** `path` names the table, such as `members.visits`. Throws `bad_filter` if the form has no such table. */
export function tableRowSheet(reader: ExportContext, path: string): ExportSheet {
  const { form, style } = reader;
  const tables = tablesAt(form, path);
  const table = tables.at(-1);
  if (!table?.columns) throw badFilter('rows');
  const record = recordKeyColumns(reader);
  const numbers = tables.map((one, depth) => ({
    heading: writeInLanguages(style, (language, tag) =>
      words(language, 'server:export.row', { table: insertQuestionLabels(form, one.def.label, tag, one.path) }),
    ),
    name: `${one.path} #`,
    stored: `${one.path} #`,
    cell: ({ place }: ExportLine) => Number(place?.pointer.split('/')[2 * depth + 2]) + 1,
  }));
  const isProblems = form.definition.problems?.field === path;
  const code = {
    heading: writeInLanguages(style, (language) => words(language, 'server:problems.code')),
    name: `${path} code`,
    stored: `${path} code`,
    cell: ({ place }: ExportLine, _index: number, refs: Refs) => refs[String(place?.row.id)]?.code ?? '',
  };
  const cells = table.columns
    .filter((column) => isExported(column) && !column.columns)
    .flatMap((column) => answerColumns(reader, column));
  return {
    title: insertQuestionLabels(form, table.def.label, style.language, path),
    columns: [
      ...record.map((column) => ({
        ...column,
        cell: ({ row }: ExportLine, index: number, refs: Refs) => column.cell(row, index, refs),
      })),
      ...numbers,
      ...(isProblems ? [code] : []),
      ...cells.map((column) => ({
        ...column,
        stored: `${path}.${column.stored}`,
        cell: ({ row, place }: ExportLine, _index: number, refs: Refs) =>
          column.cell(place?.row ?? {}, refs, () => answerLevelsAt(form, row.record.data, place?.pointer)),
      })),
    ],
    lines: ({ row }) =>
      rowsAtPath(form, row.record.data, path).map((place) => ({
        row,
        place: isProblems ? { ...place, row: withProblemStatus(place.row) } : place,
      })),
  };
}

/** Returns the table at a path after the table that it is in; empty if there is none. */
function tablesAt(form: CompiledForm, path: string): FieldNode[] {
  const tables: FieldNode[] = [];
  let columns: readonly FieldNode[] = [...form.fields.values()];
  for (const name of path.split('.')) {
    const table = columns.find((column) => column.name === name && column.columns);
    if (!table) return [];
    tables.push(table);
    columns = table.columns ?? [];
  }
  return tables;
}
