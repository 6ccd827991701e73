/** `GET {base}/matrix`: the number of records in each cell of the form's matrix. `format` returns it as a spreadsheet. */

import { Failure } from '../../../core/errors/failure.ts';
import { cellFilters, type Matrix, matrixFilters, matrixOf } from '../../../core/figures/matrix.ts';
import { joinedFilters } from '../../../core/figures/where.ts';
import type { MatrixView } from '../../../core/generated/api.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { type Language, pickText, type Text } from '../../../core/text/languages.ts';
import { readLocalSuffix } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import type { ApiCall } from '../call.ts';
import { sendTable } from '../files/download.ts';
import type { WorksheetCell } from '../files/workbook.ts';
import { sendCached } from '../responseCache.ts';
import { readCallListQuery } from './list.ts';

export async function matrixHandler(call: ApiCall): Promise<unknown> {
  const found = matrixOf(call.form);
  if (!found) throw new Failure('route_not_found');
  if (call.query.format === undefined) return sendCached(call, () => counted(call, found));
  const { data } = await counted(call, found);
  const language = readLocalSuffix(call.query.localSuffix, call.language);
  const heading = `${pickText(call.form.definition.plural, language)} ${kabulDay(call.services.now())}`;
  return sendTable(call, { heading, language, rows: table(found, data, language) });
}

async function counted(call: ApiCall, { rows, columns }: Matrix): Promise<MatrixView> {
  const today = kabulDay(call.services.now());
  // Ignore filters on the two questions of the matrix, so that a user who chose one cell still sees the others.
  const asked = readCallListQuery(call).filters.filter(({ field }) => field !== rows.name && field !== columns.name);
  const filters = joinedFilters(asked, matrixFilters(call.form, today));
  const aggregate = await call.services.records.aggregate(
    { form: call.form, filters, by: [rows.name, columns.name] },
    call.actor,
  );
  const data = aggregate
    .map(({ keys: [row = '', column = ''], count }) => ({ row, column, total: count }))
    .filter(({ row, column }) => row !== '' && column !== '');
  return { data, total: data.reduce((sum, { total }) => sum + total, 0), filters };
}

/** Returns one line per cell: both answers, the level in words, the count. */
function table(
  { rows, columns, level, cells }: Matrix,
  data: MatrixView['data'],
  language: Language,
): WorksheetCell[][] {
  const say = (text: Text | undefined) => (text ? pickText(text, language) : '');
  const head = [rows, columns, level].map(({ def }) => say(def.short ?? def.label));
  const lines = cells.flat().map((cell) => {
    const [row, column] = cellFilters({ rows, columns, level, cells }, cell).map(({ value }) => value);
    const total = data.find((one) => one.row === row && one.column === column)?.total ?? 0;
    return [say(cell.row.label), say(cell.column.label), `${say(cell.band?.label)} (${cell.level})`, total];
  });
  return [[...head, words(language, 'server:figures.number')], ...lines];
}
