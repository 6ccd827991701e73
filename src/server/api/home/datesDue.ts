/** Days that are near or past and by which something is still to be done (`dueDates` of forms). */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { filtersOf } from '../../../core/figures/where.ts';
import type { DueDateView } from '../../../core/generated/api.ts';
import { countingStates, type DueDate, dueBounds } from '../../../core/records/due.ts';
import { formRefusal } from '../../../core/records/scope.ts';
import { addDays, kabulDay } from '../../../core/text/dates.ts';
import { recordNames } from '../record/refs.ts';
import type { HomeContext } from './context.ts';

/** Days shown of those past, the latest ones, and of those to come. */
const SHOWN = 4;
/** Records of a form whose tables are searched. */
const SEARCHED = 200;

interface Asked {
  form: CompiledForm;
  due: DueDate;
}

export async function datesDue(context: HomeContext): Promise<DueDateView[]> {
  const today = kabulDay(context.services.now());
  const all = context.forms
    .filter((form) => mayChange(context, form))
    .flatMap((form) => (form.definition.dueDates ?? []).map((due) => ({ form, due })));
  const isColumn = ({ due }: Asked) => due.field.includes('.');
  const records = all.filter((one) => !isColumn(one));
  const found = [
    ...(await ofRecords(context, records, today, true)),
    ...(await ofRecords(context, records, today, false)),
  ];
  for (const one of all.filter(isColumn)) found.push(...(await ofRows(context, one, today)));
  found.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const shown = [
    ...found.filter(({ late }) => late).slice(-SHOWN),
    ...found.filter(({ late }) => !late).slice(0, SHOWN),
  ];
  const ids = shown.map(({ id }) => id);
  const names = await recordNames(context.services, ids);
  return shown.map((one) => ({ ...one, name: names[one.id]?.name ?? one.name }));
}

/** Returns true if the person may change some record of the form. A day is of no use to those who only read. */
function mayChange({ services: { registry }, actor }: HomeContext, form: CompiledForm): boolean {
  const workflow = registry.workflow(form);
  const { permissions } = registry.common();
  return workflow.states.some(({ id }) => !formRefusal(actor, 'edit', form, permissions, workflow, id));
}

function filtersFor({ services }: HomeContext, { form, due }: Asked, today: string) {
  const states = countingStates(services.registry.workflow(form));
  return [{ field: 'status', op: 'in' as const, value: states }, ...filtersOf(due.where, today)];
}

/** A form may have several such days, and one statement asks each form once. */
async function ofRecords(context: HomeContext, all: Asked[], today: string, late: boolean): Promise<DueDateView[]> {
  const found: DueDateView[] = [];
  for (let rest = all; rest.length > 0; ) {
    const now = new Map(rest.map((one) => [one.form.form, one]));
    rest = rest.filter((one) => now.get(one.form.form) !== one);
    const asked = [...now.values()].map((one) => ({
      form: one.form,
      filters: [...filtersFor(context, one, today), ...between(one, today, late)],
      order: { by: one.due.field, descending: late, most: SHOWN },
    }));
    for (const row of await context.services.records.listAcross(asked, context.actor)) {
      const one = now.get(row.form) as Asked;
      found.push(viewOf(one, { ...row, code: row.code || null }, row.value, today));
    }
  }
  return found;
}

/** Days past, or from today to the last one that is shown. */
function between({ due }: Asked, today: string, late: boolean) {
  const { until, now } = dueBounds(due, today);
  const before = { field: due.field, op: 'lte' as const, value: addDays(now, -1) };
  const from = { field: due.field, op: 'gte' as const, value: now };
  return late ? [before] : [from, { field: due.field, op: 'lte' as const, value: until }];
}

/** Looks into the rows of a table, such as the milestones of indicators. */
async function ofRows(context: HomeContext, asked: Asked, today: string): Promise<DueDateView[]> {
  const { form, due } = asked;
  const filters = filtersFor(context, asked, today);
  const query = { form, filters, sort: ['-updated_at'], page: 1, per_page: SEARCHED };
  const { rows } = await context.services.records.list(query, context.actor);
  const tables = due.field.split('.');
  const column = tables.pop() as string;
  const { until } = dueBounds(due, today);
  return rows.flatMap(({ record, name }) =>
    rowsOf(record.data, tables)
      .filter((row) => due.done === undefined || row[due.done] === undefined || row[due.done] === null)
      .flatMap(({ [column]: day }) => (typeof day === 'string' && day <= until ? [day] : []))
      .map((day) => viewOf(asked, { ...record, name }, day, today)),
  );
}

function rowsOf(data: RecordData, [table, ...inner]: string[]): RecordData[] {
  if (table === undefined) return [data];
  const rows = Array.isArray(data[table]) ? (data[table] as RecordData[]) : [];
  return rows.flatMap((row) => rowsOf(row, inner));
}

function viewOf(
  { form, due }: Asked,
  { id, code, name }: { id: string; code: string | null; name: string },
  answer: string,
  today: string,
): DueDateView {
  const day = addDays(answer.slice(0, 10), due.days ?? 0) ?? answer;
  const path = form.definition.paths.record.replace(':id', id);
  return { form: form.form, id, code, name, path, label: due.label, day, late: day < today };
}
