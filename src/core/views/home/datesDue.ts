/** Days that are near or past and by which something is still to be done (`dueDates` of forms). */
import {
  DATES_SHOWN,
  dateView,
  daysInRows,
  dueDayFilters,
  dueEnd,
  type FormDueDate,
  filtersForDate,
  formDueDates,
  isInRows,
  shownDates,
} from '../../api/datesDue.ts';
import type { CompiledForm } from '../../definitions/types.ts';
import type { DueDateView } from '../../generated/api.ts';
import { kabulDay } from '../../text/dates.ts';
import { recordNames } from '../names.ts';
import type { Reads } from '../reads.ts';

/** Records of a form whose tables are searched. */
const SEARCHED = 200;

export async function datesDueView(reads: Reads, forms: readonly CompiledForm[]): Promise<DueDateView[]> {
  const today = kabulDay(reads.now());
  const all = formDueDates(reads.registry, forms, reads.actor);
  const records = all.filter((one) => !isInRows(one));
  const found = [...(await ofRecords(reads, records, today, true)), ...(await ofRecords(reads, records, today, false))];
  for (const one of all.filter(isInRows)) found.push(...(await ofRows(reads, one, today)));
  const shown = shownDates(found);
  const names = await recordNames(
    reads,
    shown.map(({ id }) => id),
  );
  return shown.map((one) => ({ ...one, name: names[one.id]?.name ?? one.name }));
}

/** A form may have several such days, and one statement asks each form once. */
async function ofRecords(reads: Reads, all: FormDueDate[], today: string, late: boolean): Promise<DueDateView[]> {
  const found: DueDateView[] = [];
  for (let rest = all; rest.length > 0; ) {
    const now = new Map(rest.map((one) => [one.form.form, one]));
    rest = rest.filter((one) => now.get(one.form.form) !== one);
    const asked = [...now.values()].map((one) => ({
      form: one.form,
      filters: [...filtersForDate(reads.registry, one, today), ...dueDayFilters(one, today, late)],
      unless: dueEnd(reads.registry, one, today),
      order: { by: one.due.field, descending: late, most: DATES_SHOWN },
    }));
    for (const row of await reads.listAcross(asked)) {
      const one = now.get(row.form) as FormDueDate;
      found.push(dateView(one, { ...row, code: row.code || null }, row.value, today));
    }
  }
  return found;
}

/** Looks into the rows of a table, such as the milestones of indicators. */
async function ofRows(reads: Reads, asked: FormDueDate, today: string): Promise<DueDateView[]> {
  const filters = filtersForDate(reads.registry, asked, today);
  const query = { form: asked.form, filters, sort: ['-updated_at'], page: 1, per_page: SEARCHED };
  const { rows } = await reads.list(query);
  return rows.flatMap(({ record, name }) =>
    daysInRows(asked, record.data, today).map((day) => dateView(asked, { ...record, name }, day, today)),
  );
}
