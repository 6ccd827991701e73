/** Days by which something is still to be done (`dueDates` of forms): what server and device ask for and show of them. */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { canonicalFilters, type Names } from '../figures/merged.ts';
import { filtersOf, type ListFilter, type Where } from '../figures/where.ts';
import type { DueDateView } from '../generated/api.ts';
import { countingStates } from '../records/counting.ts';
import { type DueDate, dueBounds, repeatedDueDates } from '../records/due.ts';
import type { Registry } from '../records/registry.ts';
import { formRefusal } from '../records/scope.ts';
import type { Actor } from '../records/types.ts';
import { addDays } from '../text/dates.ts';

/** Days shown of those past, the latest ones, and of those to come. */
export const DATES_SHOWN = 4;

export interface FormDueDate {
  form: CompiledForm;
  due: DueDate;
}

/** The records of another form that end a due day (`unless`). */
export interface DueEnd {
  form: CompiledForm;
  /** Field that names the record whose day is due. */
  by: string;
  filters: ListFilter[];
}

type Rules = Pick<Registry, 'workflow' | 'common'>;
type Named = Rules & Names;

/** Returns the dates of the forms whose records the person may change. A day is of no use to those who only read. */
export function formDueDates(registry: Rules, forms: readonly CompiledForm[], actor: Actor): FormDueDate[] {
  const { permissions } = registry.common();
  return forms
    .filter((form) => {
      const workflow = registry.workflow(form);
      return workflow.states.some(({ id }) => !formRefusal(actor, 'edit', form, permissions, workflow, id));
    })
    .flatMap((form) => (form.definition.dueDates ?? []).flatMap(repeatedDueDates).map((due) => ({ form, due })));
}

/** Returns true if the day stands in the rows of a table. */
export const isInRows = ({ due }: FormDueDate): boolean => due.field.includes('.');

export function filtersForDate(registry: Named, { form, due }: FormDueDate, today: string): ListFilter[] {
  return open(registry, form, due.where, today);
}

/** Returns what ends a due day, undefined if no other form does or the person has no such form. */
export function dueEnd(registry: Named, { due: { unless } }: FormDueDate, today: string): DueEnd | undefined {
  const form = unless && registry.form(unless.form);
  const by = unless?.by ?? form?.definition.parent?.field;
  if (!form || !by) return undefined;
  return { form, by, filters: open(registry, form, unless.where, today) };
}

/** Returns the filters of the records that count for what is due and fit the conditions. */
function open(registry: Named, form: CompiledForm, where: Where | undefined, today: string): ListFilter[] {
  const states = { field: 'status', op: 'in' as const, value: countingStates(registry, form, 'due') };
  return [states, ...canonicalFilters(filtersOf(where, today), form, registry)];
}

/** Returns the filters of days past, or from today to the last one that is shown. */
export function dueDayFilters({ due }: FormDueDate, today: string, late: boolean): ListFilter[] {
  const { since, now, until } = dueBounds(due, today);
  const [from, to] = late ? [since, addDays(now, -1)] : [now, until];
  const least: ListFilter[] = from === undefined ? [] : [{ field: due.field, op: 'gte', value: from }];
  return [...least, { field: due.field, op: 'lte', value: to }];
}

/** Returns the days in the rows of a table that are due and not done. */
export function daysInRows({ due }: FormDueDate, data: RecordData, today: string): string[] {
  const tables = due.field.split('.');
  const column = tables.pop() as string;
  const { since = '', until } = dueBounds(due, today);
  return rowsOf(data, tables)
    .filter((row) => due.done === undefined || row[due.done] === undefined || row[due.done] === null)
    .flatMap(({ [column]: day }) => (typeof day === 'string' && day >= since && day <= until ? [day] : []));
}

function rowsOf(data: RecordData, [table, ...inner]: string[]): RecordData[] {
  if (table === undefined) return [data];
  const rows = Array.isArray(data[table]) ? (data[table] as RecordData[]) : [];
  return rows.flatMap((row) => rowsOf(row, inner));
}

export function dateView(
  { form, due }: FormDueDate,
  { id, code, name }: { id: string; code: string | null; name: string },
  answer: string,
  today: string,
): DueDateView {
  const day = addDays(answer.slice(0, 10), due.days ?? 0) ?? answer;
  const path = form.definition.paths.record.replace(':id', id);
  return { form: form.form, id, code, name, path, label: due.label, day, late: day < today };
}

/** Returns the days to show, the earliest first. */
export function shownDates(found: readonly DueDateView[]): DueDateView[] {
  const sorted = [...found].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return [
    ...sorted.filter(({ late }) => late).slice(-DATES_SHOWN),
    ...sorted.filter(({ late }) => !late).slice(0, DATES_SHOWN),
  ];
}
