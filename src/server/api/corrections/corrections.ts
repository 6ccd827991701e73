/**
 * Takes back what an export wrote, with corrections: `POST {base}/upload/preview` and `POST {base}/upload`. Either all records
 * are changed in one transaction or none. A file that was sent before finds its answers there and changes nothing.
 */
import { Failure } from '../../../core/errors/failure.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import type { CellErrorView, SheetCorrections, SheetImport } from '../../../core/generated/api.ts';
import { refusalFailure } from '../../../core/records/permission.ts';
import { formRefusal } from '../../../core/records/scope.ts';
import { words } from '../../http/words.ts';
import { type OnRowProgress, type RecordToUpdate, RowsRefused } from '../../records/types.ts';
import { type ApiCall, writeContext } from '../call.ts';
import type { RawSheet } from '../sheets/readCells.ts';
import { type ComparedSheets, changedCells } from './changedCells.ts';
import { correctedRecords } from './correctedAnswers.ts';
import { correctionSheets } from './correctionSheets.ts';
import { type ExportedSheet, exportedSheets } from './exportedSheets.ts';
import { type CorrectionChoice, type MergedRecord, mergeCorrectedRecord, toCorrectionUpdate } from './merged.ts';
import { addressedErrors, cellErrorView, correctionViews, otherVersionErrors } from './view.ts';

/** Cells that a preview lists with their old and new words. All of them are counted. */
const MOST_SHOWN = 2000;

/** What somebody decided about a record, and the version of it that they saw. */
export type CorrectionDecisions = ReadonlyMap<string, { choice: CorrectionChoice; version: number }>;

export interface Corrections {
  sheets: readonly ExportedSheet[];
  compared: ComparedSheets;
  merged: MergedRecord[];
  /** Errors of cells that could not be read, by record. */
  unread: CellErrorView[][];
}

/** Returns what the file corrects; undefined if it was not exported from this form. */
export async function readCorrections(call: ApiCall, file: readonly RawSheet[]): Promise<Corrections | undefined> {
  const { services, form, actor } = call;
  const sheets = exportedSheets(correctionSheets(services, form), file, words(call.language, 'server:columns.version'));
  if (sheets.length === 0) return undefined;
  const refusal = formRefusal(
    actor,
    'edit',
    form,
    services.registry.common().permissions,
    services.registry.workflow(form),
  );
  if (refusal) throw refusalFailure('edit', refusal);
  const compared = await changedCells(call, sheets);
  const merged = (await correctedRecords(call, compared.changed)).map(mergeCorrectedRecord);
  return {
    sheets,
    compared,
    merged,
    unread: merged.map(({ corrected }) => corrected.errors.map((error) => cellErrorView(call, error))),
  };
}

/** Returns the changed cells and every error. Decisions are still open, so records are checked with the answers of the file. */
export async function previewCorrections(call: ApiCall, read: Corrections): Promise<Omit<SheetCorrections, 'file'>> {
  const { compared, merged, unread } = read;
  const planned = merged.map((one) => planOf(call, one, 'mine'));
  const checked = planned.flatMap(({ row }) => row ?? []);
  const found = await call.services.records.checkUpdates(call.form, checked, writeContext(call));
  const errors = merged.map((_one, index) => [
    ...(unread[index] ?? []),
    ...errorViews(call, read, index, planned[index]?.errors ?? {}),
    ...errorViews(call, read, index, found[checked.indexOf(planned[index]?.row as RecordToUpdate)] ?? {}),
  ]);
  const isChanged = ({ changes }: MergedRecord) => Object.keys(changes.mine).length > 0;
  const listed = merged.flatMap((one, index) => (isChanged(one) || errors[index]?.length ? index : []));
  const changed = merged.filter(isChanged);
  let count = 0;
  const shown = listed.filter((index) => {
    count += merged[index]?.corrected.cells.length ?? 0;
    return count <= MOST_SHOWN || errors[index]?.length || merged[index]?.collides.size;
  });
  const rowErrors = compared.errors.map((error) => cellErrorView(call, error));
  return {
    corrections: await correctionViews(
      call,
      shown.flatMap((index) => merged[index] ?? []),
      shown.map((index) => errors[index] ?? []),
    ),
    errors: rowErrors,
    left_out: leftOut(read),
    meta: {
      records: compared.records,
      changed: changed.length,
      cells: changed.reduce((sum, { corrected }) => sum + corrected.cells.length, 0),
      unchanged: compared.records - merged.length,
      already: merged.filter((one, index) => !isChanged(one) && !errors[index]?.length).length,
      collisions: merged.filter(({ collides }) => collides.size > 0).length,
      errors: rowErrors.length + errors.reduce((sum, list) => sum + list.length, 0),
    },
  };
}

/** Changes the records. Throws validation_failed with the cells, or sheet_undecided. */
export async function applyCorrections(
  call: ApiCall,
  read: Corrections,
  decisions: CorrectionDecisions,
  watch?: OnRowProgress,
): Promise<SheetImport> {
  const { services, form, language } = call;
  const { compared, merged, unread } = read;
  const chosen = merged.map((one) => choiceOf(one, decisions));
  const planned = merged.map((one, index) => planOf(call, one, chosen[index] ?? 'mine'));
  const wrong = [
    compared.errors.map((error) => cellErrorView(call, error)),
    ...merged.map((_one, index) => {
      const list = unread[index] ?? [];
      return chosen[index] === 'leave' ? [] : [...list, ...errorViews(call, read, index, planned[index]?.errors ?? {})];
    }),
  ];
  if (wrong.some((list) => list.length > 0)) throw cellErrorsFailure(wrong);
  const undecided = merged.filter((_one, index) => chosen[index] === undefined);
  if (undecided.length > 0)
    throw new Failure('sheet_undecided', {
      params: { names: undecided.slice(0, 20).map(({ corrected: { now } }) => now.name || (now.record.code ?? '')) },
      detail: { undecided: undecided.map(({ corrected }) => corrected.now.record.id) },
    });
  const at = planned.flatMap(({ row }, index) => (row ? index : []));
  const rows = planned.flatMap(({ row }) => row ?? []);
  try {
    const comment = words(language, 'server:import.comment');
    const records = await services.records.updateAll(form, rows, writeContext(call), comment, watch);
    return {
      message: words(language, records.length > 0 ? 'server:import.corrected' : 'server:import.same', {
        total: records.length,
        title: form.definition.plural,
      }),
      imported: records.length,
      already: null,
      records: records.map((record) => ({ ...record, deleted: false })),
    };
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error;
    throw cellErrorsFailure(error.errors.map((errors, index) => errorViews(call, read, at[index] ?? 0, errors)));
  }
}

/** Returns the decision about a record; undefined if it needs one. A decision about another version counts no more. */
function choiceOf({ corrected, collides }: MergedRecord, decisions: CorrectionDecisions): CorrectionChoice | undefined {
  const { id, version } = corrected.now.record;
  const decided = decisions.get(id);
  if (decided?.choice === 'leave') return 'leave';
  if (collides.size === 0) return 'mine';
  return decided?.version === version ? decided.choice : undefined;
}

/** Returns the update of a record, or why its answers have no place. Neither if nothing changes. */
function planOf(
  call: ApiCall,
  one: MergedRecord,
  choice: CorrectionChoice,
): { row?: RecordToUpdate; errors?: RecordErrors } {
  if (choice === 'leave' || Object.keys(one.changes[choice]).length === 0) return {};
  const update = toCorrectionUpdate(call, one.corrected, one.changes[choice]);
  return 'without' in update ? { errors: otherVersionErrors(one.corrected, update.without) } : { row: update };
}

function errorViews(
  call: ApiCall,
  { sheets, merged }: Corrections,
  index: number,
  errors: RecordErrors,
): CellErrorView[] {
  const [records] = sheets;
  const corrected = merged[index]?.corrected;
  return records && corrected ? addressedErrors(call, records, corrected, errors) : [];
}

function leftOut({ sheets, compared }: Corrections): SheetCorrections['left_out'] {
  return [
    ...sheets.flatMap(({ unknown }) => unknown.map((one) => ({ ...one, reason: 'unknown' as const, cells: 0 }))),
    ...compared.leftOut.map(({ column: { address, heading }, reason, cells }) => ({ address, heading, reason, cells })),
  ];
}

export function cellErrorsFailure(rows: readonly CellErrorView[][]): Failure {
  const cells = new Map<string, { code: string; message: string }[]>();
  for (const { address, code, message } of rows.flat())
    cells.set(address, [...(cells.get(address) ?? []), { code, message }]);
  return new Failure('validation_failed', { detail: { cells: Object.fromEntries(cells) } });
}
