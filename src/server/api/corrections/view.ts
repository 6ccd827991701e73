/** What people see of the corrections of a file: each changed cell with its old and new words, and errors by address. */
import type { RecordData } from '../../../core/definitions/types.ts';
import { addError, type RecordErrors } from '../../../core/errors/recordErrors.ts';
import { sortPointersByForm } from '../../../core/form/messages.ts';
import type { TextContext } from '../../../core/form/types/fieldType.ts';
import { propertyText } from '../../../core/form/types/property.ts';
import type { CellErrorView, CorrectedCellView, CorrectedRecordView } from '../../../core/generated/api.ts';
import { pickText } from '../../../core/text/languages.ts';
import { errorSentenceIn } from '../../http/responses.ts';
import type { ApiCall } from '../call.ts';
import { createNameCollector } from '../reads.ts';
import { textContext } from '../textContext.ts';
import { cellTitle } from './cellTitle.ts';
import type { CellError } from './changedCells.ts';
import type { CorrectedCell, CorrectedRecord } from './correctedAnswers.ts';
import type { ExportedSheet } from './exportedSheets.ts';
import type { MergedRecord } from './merged.ts';
import { rowAtPointer } from './rowAt.ts';

/** Returns the records with their changed cells and errors, in the language of the call. */
export async function correctionViews(
  call: ApiCall,
  merged: readonly MergedRecord[],
  errors: readonly CellErrorView[][],
): Promise<CorrectedRecordView[]> {
  const { services, form, language } = call;
  const collector = createNameCollector(services);
  for (const { corrected } of merged)
    for (const data of [corrected.then.record.data, corrected.mine, corrected.now.record.data])
      collector.addAnswers(form, data);
  const context = textContext(services, language, await collector.load());
  return merged.map(({ corrected, collides }, index) => ({
    id: corrected.now.record.id,
    code: corrected.now.record.code,
    name: corrected.now.name || (corrected.now.record.code ?? ''),
    version: corrected.now.record.version,
    exported: corrected.then.record.version,
    collides: collides.size > 0,
    // A cell that cannot be read has no new answer: its error says what is wrong with it.
    cells: corrected.cells
      .filter(({ address }) => !errors[index]?.some((error) => error.address === address))
      .map((cell) => cellView(call, cell, corrected, collides.has(cell.property), context)),
    errors: errors[index] ?? [],
  }));
}

function cellView(
  { form, language }: ApiCall,
  { address, answer, pointer }: CorrectedCell,
  { then, mine, now }: CorrectedRecord,
  collides: boolean,
  context: TextContext,
): CorrectedCellView {
  const textIn = (data: RecordData) => {
    const row = rowAtPointer(data, pointer);
    return row ? propertyText(answer.node, answer.property, row, context) : '';
  };
  return {
    address,
    title: cellTitle(form, answer, pointer, language),
    old: textIn(then.record.data),
    new: textIn(mine),
    ...(collides && { theirs: textIn(now.record.data) }),
  };
}

export function cellErrorView({ language }: Pick<ApiCall, 'language'>, error: CellError): CellErrorView {
  const { address, title, code, params } = error;
  return { address, title, code, message: errorSentenceIn(language, code, params) };
}

/** Returns the errors of a record at their cells: a changed one, else any of the same question, else its line. */
export function addressedErrors(
  { form, language }: ApiCall,
  records: ExportedSheet,
  { line, cells, now }: CorrectedRecord,
  errors: RecordErrors,
): CellErrorView[] {
  return sortPointersByForm(form, Object.keys(errors)).flatMap((pointer) => {
    const [, top] = pointer.split('/');
    const changed =
      cells.find((cell) => `${cell.pointer}/${cell.answer.property}` === pointer) ??
      cells.find(({ property }) => property === top);
    const column = top === undefined ? undefined : records.columns.find(({ known }) => known.answer?.property === top);
    const address = changed?.address ?? (column ? records.addressOf(column.index, line) : String(line));
    const node = top === undefined ? undefined : form.byProperty.get(top);
    const question = changed
      ? cellTitle(form, changed.answer, changed.pointer, language)
      : node && pickText(node.def.label, language);
    const title = question ?? (now.record.code || now.name || null);
    return (errors[pointer] ?? []).map(({ code, params }) => ({
      ...{ address, title, code },
      message: errorSentenceIn(language, code, params),
    }));
  });
}

/** Returns the error of answers for which the record's version of the form has no place. */
export function otherVersionErrors({ now }: CorrectedRecord, names: readonly string[]): RecordErrors {
  const errors: RecordErrors = {};
  for (const name of names) addError(errors, `/${name}`, 'sheet_other_version', { version: now.record.form_version });
  return errors;
}
