/**
 * The thread that makes a definition of an uploaded workbook (`xlsform.ts`), and a workbook of a definition (`export.ts`). A
 * hostile workbook ends it, and nobody waits meanwhile.
 */
import { type ExportLoss, exportLossesOf } from '../../../../core/xlsform/export/losses.ts';
import type { WrittenOption } from '../../../../core/xlsform/export/rows.ts';
import { exportWorkbook } from '../../../../core/xlsform/export/workbook.ts';
import type { ImportOptions } from '../../../../core/xlsform/import.ts';
import type { OwnColumns } from '../../../../core/xlsform/own.ts';
import { importWorkbook } from '../../../../core/xlsform/roundTrip.ts';
import type { CellPlace, ImportedForm, Sheet } from '../../../../core/xlsform/types.ts';
import { serveThreadTask } from '../../../files/thread.ts';

interface Reading {
  sheets: readonly Sheet[];
  options: ImportOptions;
}

interface Writing {
  form: Omit<OwnColumns, 'lists'>;
  /** Entries of the lists that its questions take from elsewhere, by name. */
  lists: ReadonlyMap<string, readonly WrittenOption[]>;
  added: ImportOptions['added'];
}

export type XlsformTask = Reading | Writing;

/** What can travel as JSON. */
interface Made extends Omit<ImportedForm, 'places'> {
  places: [pointer: string, place: CellPlace][];
}

interface Written {
  sheets: Sheet[];
  losses: ExportLoss[];
}

export type XlsformResult<T extends XlsformTask> = T extends Reading ? Made | null : Written;

function read({ sheets, options }: Reading): Made | null {
  const made = importWorkbook(sheets, options);
  return made ? { ...made, places: [...made.places] } : null;
}

function write({ form, lists, added }: Writing): Written {
  const listOf = (name: string) => lists.get(name);
  return { sheets: exportWorkbook(form, listOf, added), losses: exportLossesOf(form.definition, listOf, added) };
}

await serveThreadTask((task: XlsformTask) => ('sheets' in task ? read(task) : write(task)));
