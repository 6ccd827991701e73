/** Days that are near or past and by which something is still to be done (`dueDates` of forms). */
import {
  type AskedDate,
  askedDates,
  betweenDates,
  DATES_SHOWN,
  dateView,
  daysInRows,
  endedBy,
  filtersForDate,
  isInRows,
  shownDates,
} from '../../../core/api/datesDue.ts';
import type { DueDateView } from '../../../core/generated/api.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { recordNames } from '../../records/names.ts';
import type { HomeContext } from './context.ts';

/** Records of a form whose tables are searched. */
const SEARCHED = 200;

export async function datesDue(context: HomeContext): Promise<DueDateView[]> {
  const { services, actor, forms } = context;
  const today = kabulDay(services.now());
  const all = askedDates(services.registry, forms, actor);
  const records = all.filter((one) => !isInRows(one));
  const found = [
    ...(await ofRecords(context, records, today, true)),
    ...(await ofRecords(context, records, today, false)),
  ];
  for (const one of all.filter(isInRows)) found.push(...(await ofRows(context, one, today)));
  const shown = shownDates(found);
  const ids = shown.map(({ id }) => id);
  const names = await recordNames(services, ids);
  return shown.map((one) => ({ ...one, name: names[one.id]?.name ?? one.name }));
}

/** A form may have several such days, and one statement asks each form once. */
async function ofRecords(
  { services, actor }: HomeContext,
  all: AskedDate[],
  today: string,
  late: boolean,
): Promise<DueDateView[]> {
  const found: DueDateView[] = [];
  for (let rest = all; rest.length > 0; ) {
    const now = new Map(rest.map((one) => [one.form.form, one]));
    rest = rest.filter((one) => now.get(one.form.form) !== one);
    const asked = [...now.values()].map((one) => ({
      form: one.form,
      filters: [...filtersForDate(services.registry, one, today), ...betweenDates(one, today, late)],
      unless: endedBy(services.registry, one, today),
      order: { by: one.due.field, descending: late, most: DATES_SHOWN },
    }));
    for (const row of await services.records.listAcross(asked, actor)) {
      const one = now.get(row.form) as AskedDate;
      found.push(dateView(one, { ...row, code: row.code || null }, row.value, today));
    }
  }
  return found;
}

/** Looks into the rows of a table, such as the milestones of indicators. */
async function ofRows({ services, actor }: HomeContext, asked: AskedDate, today: string): Promise<DueDateView[]> {
  const filters = filtersForDate(services.registry, asked, today);
  const query = { form: asked.form, filters, sort: ['-updated_at'], page: 1, per_page: SEARCHED };
  const { rows } = await services.records.list(query, actor);
  return rows.flatMap(({ record, name }) =>
    daysInRows(asked, record.data, today).map((day) => dateView(asked, { ...record, name }, day, today)),
  );
}
