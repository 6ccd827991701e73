/**
 * Stores problems as rows. The answers of a visit say what was seen then. Each problem row of a visit becomes entries in
 * the problem's log, and the problem's state is computed from its whole log. Removing a visit removes its entries.
 *
 * The number of a problem at its site is given when it is first stored and never to another one: P-17 is the same in every
 * visit, list and file. A problem whose visits are deleted keeps it, because they can be restored.
 *
 * A person sees only the log entries of visits that they may see. So a person sees a problem if they see at least one of its
 * visits, and only what those visits say.
 */
import type { Insertable, Selectable } from 'kysely';
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { RecordErrors } from '../../core/errors/recordErrors.ts';
import { problemRows } from '../../core/form/index.ts';
import { canonicalJson } from '../../core/json.ts';
import { problemCode } from '../../core/problems/code.ts';
import { problemAnswersOf, problemStateOf } from '../../core/problems/folded.ts';
import { answersBesidesLog, problemEntriesOf, problemStatusOf, type SheetProblem } from '../../core/problems/log.ts';
import type { CountingTest } from '../../core/records/counting.ts';
import type { Handle } from '../db/database.ts';
import { takeSequenceNumbers } from '../db/insert.ts';
import { groupIntoMap, rowsById, splitInChunks } from '../db/rows.ts';
import type { NewProblem, ProblemLogsTable, ProblemsTable } from '../db/tables.ts';
import { foldedProblemColumns, foldProblemLog, type LoggedAnswers } from './fold.ts';
import { fillProblemVisits } from './visits.ts';

export interface ProblemSheet {
  id: string;
  form: CompiledForm;
  data: RecordData;
  site_id: string | null;
  province_id: string | null;
  /** ISO day of the visit. */
  date: string;
  /** The person who wrote the visit, used if a row names nobody. */
  person_id: string | null;
}

/** Rows per statement. */
const AT_ONCE = 100;

/** When something was written, and which visits count. */
interface Written {
  now: string;
  counts: CountingTest;
}

/** Updates the log after a visit was written. `before` holds its previous answers. `data` is null if it was removed. */
export async function writeSheetProblems(
  trx: Handle,
  sheet: Omit<ProblemSheet, 'data'> & { data: RecordData | null },
  before: RecordData | null,
  written: Written,
): Promise<void> {
  const { data } = sheet;
  const rows = data ? rowsOf(sheet.form, data) : [];
  const old = before ? rowsOf(sheet.form, before) : [];
  if (rows.length === 0 && old.length === 0) return;
  const since = old.length > 0 ? await takeEntries(trx, sheet.id) : undefined;
  const touched = old.flatMap((row) => row.id ?? []);
  await addSheets(trx, data ? [{ ...sheet, data, now: written.now, since }] : [], touched, written);
}

/** Removes the entries of a visit. Returns the moment of each, so that those which still say the same keep it. */
async function takeEntries(trx: Handle, record_id: string): Promise<Map<string, string>> {
  const entries = await trx.deleteFrom('problem_logs').where('record_id', '=', record_id).returningAll().execute();
  return new Map(entries.map((entry) => [keyOf(entry), entry.created_at]));
}

function keyOf({ problem_id, role, person_id, date, entry }: Insertable<ProblemLogsTable>): string {
  return canonicalJson([problem_id, role, person_id, date, JSON.parse(entry)]);
}

/** Adds the problems of new visits, in the order of the visits. */
export async function writeNewSheets(
  trx: Handle,
  sheets: (ProblemSheet & { now: string })[],
  counts: CountingTest,
): Promise<void> {
  const last = sheets.at(-1);
  if (last) await addSheets(trx, sheets, [], { now: last.now, counts });
}

/** `since` are the moments of entries that were there before. */
async function addSheets(
  trx: Handle,
  sheets: (ProblemSheet & { now: string; since?: ReadonlyMap<string, string> | undefined })[],
  before: readonly string[],
  { now, counts }: Written,
): Promise<void> {
  const touched = new Set(before);
  const ids = [...new Set(sheets.flatMap((sheet) => rowsOf(sheet.form, sheet.data).map((row) => row.id as string)))];
  const known = await rowsById(trx, 'problems', ['id', 'site_id'], ids);
  const sites = new Map(known.map(({ id, site_id }) => [id, site_id]));
  const made: NewProblem[] = [];
  const logs: Insertable<ProblemLogsTable>[] = [];
  for (const sheet of sheets) {
    for (const [index, row] of rowsOf(sheet.form, sheet.data).entries()) {
      const id = row.id as string;
      const isThere = sites.has(id);
      if (isThere && sites.get(id) !== sheet.site_id) throw foreignProblem(sheet.form, index);
      if (isThere) touched.add(id);
      const answers = answersBesidesLog(row);
      const said = { seen: sheet.date, status: problemStatusOf(row) };
      const entries = problemEntriesOf(row, { record_id: sheet.id, date: sheet.date, person_id: sheet.person_id }).map(
        (entry) => ({ ...entry, ...said }),
      );
      if (!isThere && !touched.has(id)) {
        const { site_id, province_id, form, date } = sheet;
        const at = { created_at: sheet.now, updated_at: sheet.now };
        const { programme } = form.definition;
        made.push({
          id,
          site_id,
          province_id,
          programme,
          ...foldedProblemColumns(problemStateOf(entries, answers, date)),
          ...at,
        });
        sites.set(id, sheet.site_id);
      }
      for (const entry of entries) {
        const log = {
          problem_id: id,
          record_id: sheet.id,
          role: entry.role,
          person_id: entry.person_id,
          date: entry.date ?? sheet.date,
          entry: JSON.stringify({ answers, ...said, ...(entry.dropped && { dropped: true }) } satisfies LoggedAnswers),
          created_at: sheet.now,
        };
        logs.push({ ...log, created_at: sheet.since?.get(keyOf(log)) ?? sheet.now });
      }
    }
  }
  for (const rows of splitInChunks(made, AT_ONCE))
    await trx
      .insertInto('problems')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  await numberProblems(trx, made);
  for (const rows of splitInChunks(logs, AT_ONCE)) await trx.insertInto('problem_logs').values(rows).execute();
  await refold(trx, [...touched], now);
  await fillProblemVisits(trx, [...touched, ...made.map(({ id }) => id)], counts);
}

/** Makes the failure for a row that names a problem of another site. */
function foreignProblem({ definition }: CompiledForm, index: number): Failure {
  const errors: RecordErrors = { [`/${definition.problems?.field}/${index}/id`]: [{ code: 'record_missing' }] };
  return new Failure('validation_failed', { errors });
}

function rowsOf(form: CompiledForm, data: RecordData): SheetProblem[] {
  return problemRows(form, data) as SheetProblem[];
}

/** Computes problems again from their logs. A problem without entries is deleted. */
async function refold(trx: Handle, ids: string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  const logs = await trx.selectFrom('problem_logs').selectAll().where('problem_id', 'in', ids).orderBy('id').execute();
  const byProblem = groupIntoMap(logs, (log) => log.problem_id);
  for (const id of ids) {
    const own = byProblem.get(id);
    const problem = own && { ...foldProblemLog(own), updated_at: now };
    if (problem) await trx.updateTable('problems').set(problem).where('id', '=', id).execute();
    else await trx.deleteFrom('problems').where('id', '=', id).execute();
  }
}

/** Ids per statement. */
const IDS_AT_ONCE = 400;

/** Numbers new problems, in their order. Those that were numbered at this site before are left as they are. */
async function numberProblems(trx: Handle, problems: readonly { id: string; site_id: string | null }[]): Promise<void> {
  const placed = problems.flatMap(({ id, site_id }) => (site_id ? [{ id, site_id }] : []));
  const known = await numbersOf(
    trx,
    placed.map(({ id }) => id),
  );
  const fresh = placed.filter(
    ({ id, site_id }) => !known.some((one) => one.problem_id === id && one.site_id === site_id),
  );
  for (const [site_id, own] of groupIntoMap(fresh, (one) => one.site_id)) {
    const { next } = await takeSequenceNumbers(trx, `problem ${site_id}`, own.length);
    const rows = own.map(({ id }, at) => ({ problem_id: id, site_id, number: next + at }));
    // Another device may have sent the same problem a moment ago: its number stays.
    for (const part of splitInChunks(rows, IDS_AT_ONCE))
      await trx
        .insertInto('problem_numbers')
        .values(part)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}

/** Returns the lasting codes of problems by id. Problems without a site have none. */
export async function problemCodes(db: Handle, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await numbersOf(db, ids)).map(({ problem_id, number }) => [problem_id, problemCode(number)]));
}

async function numbersOf(db: Handle, ids: readonly string[]) {
  const found: { problem_id: string; site_id: string; number: number }[] = [];
  for (const part of splitInChunks([...new Set(ids)], IDS_AT_ONCE))
    found.push(
      ...(await db
        .selectFrom('problem_numbers')
        .select(['problem_id', 'site_id', 'number'])
        .where('problem_id', 'in', part)
        .execute()),
    );
  return found;
}

/** Problems of a site. */
const MOST = 2000;

export interface VisibleProblemLog {
  problem: ProblemsTable;
  logs: Selectable<ProblemLogsTable>[];
  /** Answers by property name, as the problem's definition asks for them. */
  data: RecordData;
}

/** Returns those of the records, of any form, that the person may see. */
type SeenAmong = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Returns the problems of a site in the order they were identified. */
export async function visibleProblemsOfSite(
  db: Handle,
  site: string,
  seenAmong: SeenAmong,
): Promise<VisibleProblemLog[]> {
  const problems = await db
    .selectFrom('problems')
    .selectAll()
    .where('site_id', '=', site)
    .orderBy('date_identified')
    .orderBy('id')
    .limit(MOST)
    .execute();
  const seen = await visibleAmongProblems(db, problems, seenAmong);
  return seen.sort(
    ({ problem: a }, { problem: b }) => compare(a.date_identified, b.date_identified) || compare(a.id, b.id),
  );
}

/** Returns those of the problems that the person may see, in the given order, each as the visits they see describe it. */
export async function visibleAmongProblems(
  db: Handle,
  problems: readonly ProblemsTable[],
  seenAmong: SeenAmong,
): Promise<VisibleProblemLog[]> {
  const found: VisibleProblemLog['logs'] = [];
  for (const part of splitInChunks(problems, IDS_AT_ONCE)) {
    const ids = part.map(({ id }) => id);
    const entries = db.selectFrom('problem_logs').selectAll().where('problem_id', 'in', ids);
    found.push(...(await entries.orderBy('id').execute()));
  }
  const logs = groupIntoMap(found, ({ problem_id }) => problem_id);
  const records = await seenAmong([...new Set(found.map((log) => log.record_id))]);
  return problems.flatMap((problem) => {
    const all = logs.get(problem.id) ?? [];
    const seen = all.filter((log) => records.has(log.record_id));
    if (seen.length === 0) return [];
    const told = seen.length === all.length ? problem : { ...problem, ...foldProblemLog(seen) };
    return [
      { problem: told, logs: seen, data: problemAnswersOf({ ...told, answers: JSON.parse(told.answers) }, seen) },
    ];
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
