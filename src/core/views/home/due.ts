/**
 * What is due: the days by which something is still to be done (`dueDates` of forms), near or past, and the sites that the person is to
 * visit in the current period, for each form that says how often (`due`).
 */
import type { CompiledForm, RecordData } from '../../definitions/types.ts';
import { type ListFilter, type Where, whereFilters } from '../../figures/where.ts';
import type { DueDateView, DueSites } from '../../generated/api.ts';
import { type CanonicalLookup, canonicalFilters } from '../../query/listQuery.ts';
import { countingStates } from '../../records/counting.ts';
import { type DueDate, dueBounds, periodOf, repeatedDueDates } from '../../records/due.ts';
import type { Registry } from '../../records/registry.ts';
import { formRefusal, scopeOf } from '../../records/scope.ts';
import type { Actor } from '../../records/types.ts';
import { addDays, kabulDay } from '../../text/dates.ts';
import { lookUpRecordNames } from '../names.ts';
import type { DueEnd, Reads } from '../reads.ts';

/** Days shown of those past, the latest ones, and of those to come. */
const DATES_SHOWN = 4;

export interface FormDueDate {
  form: CompiledForm;
  due: DueDate;
}

type Rules = Pick<Registry, 'workflow' | 'common'>;
type Named = Rules & CanonicalLookup;

/** Returns the dates of the forms whose records the person may change. A day is of no use to those who only read. */
function formDueDates(registry: Rules, forms: readonly CompiledForm[], actor: Actor): FormDueDate[] {
  const { permissions } = registry.common();
  return forms
    .filter((form) => {
      const workflow = registry.workflow(form);
      return workflow.states.some(({ id }) => !formRefusal(actor, 'edit', form, permissions, workflow, id));
    })
    .flatMap((form) => (form.definition.dueDates ?? []).flatMap(repeatedDueDates).map((due) => ({ form, due })));
}

/** Returns true if the day stands in the rows of a table. */
const isInRows = ({ due }: FormDueDate): boolean => due.field.includes('.');

function filtersForDate(registry: Named, { form, due }: FormDueDate, today: string): ListFilter[] {
  return open(registry, form, due.where, today);
}

/** Returns what ends a due day, undefined if no other form does or the person has no such form. */
function dueEnd(registry: Named, { due: { unless } }: FormDueDate, today: string): DueEnd | undefined {
  const form = unless && registry.form(unless.form);
  const by = unless?.by ?? form?.definition.parent?.field;
  if (!form || !by) return undefined;
  return { form, by, filters: open(registry, form, unless.where, today) };
}

/** Returns the filters of the records that count for what is due and fit the conditions. */
function open(registry: Named, form: CompiledForm, where: Where | undefined, today: string): ListFilter[] {
  const states = { field: 'status', op: 'in' as const, value: countingStates(registry, form, 'due') };
  return [states, ...canonicalFilters(whereFilters(where, today), form, registry)];
}

/** Returns the filters of days past, or from today to the last one that is shown. */
function dueDayFilters({ due }: FormDueDate, today: string, late: boolean): ListFilter[] {
  const { since, now, until } = dueBounds(due, today);
  const [from, to] = late ? [since, addDays(now, -1)] : [now, until];
  const least: ListFilter[] = from === undefined ? [] : [{ field: due.field, op: 'gte', value: from }];
  return [...least, { field: due.field, op: 'lte', value: to }];
}

/** Returns the days in the rows of a table that are due and not done. */
function daysInRows({ due }: FormDueDate, data: RecordData, today: string): string[] {
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

function dateView(
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
function shownDates(found: readonly DueDateView[]): DueDateView[] {
  const sorted = [...found].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return [
    ...sorted.filter(({ late }) => late).slice(-DATES_SHOWN),
    ...sorted.filter(({ late }) => !late).slice(0, DATES_SHOWN),
  ];
}

/** Records of a form whose tables are searched. */
const SEARCHED = 200;

export async function datesDueView(reads: Reads, forms: readonly CompiledForm[]): Promise<DueDateView[]> {
  const today = kabulDay(reads.now());
  const all = formDueDates(reads.registry, forms, reads.actor);
  const records = all.filter((one) => !isInRows(one));
  const found = [...(await ofRecords(reads, records, today, true)), ...(await ofRecords(reads, records, today, false))];
  for (const one of all.filter(isInRows)) found.push(...(await ofRows(reads, one, today)));
  const shown = shownDates(found);
  const names = await lookUpRecordNames(
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

const SHOWN = 12;

export async function sitesDueView(reads: Reads, forms: readonly CompiledForm[]): Promise<DueSites[]> {
  const today = kabulDay(reads.now());
  const found: DueSites[] = [];
  for (const form of forms) {
    const { due } = form.definition;
    const provinces = due && createProvinces(reads.registry, form, reads.actor);
    if (!due || provinces?.length === 0) continue;
    const period = periodOf(today, due);
    const sites = await reads.dueSites({ form, due, period, most: SHOWN, provinces });
    if (!sites) continue;
    found.push({
      form: form.form,
      every: due.every,
      calendar: due.calendar ?? 'solar',
      ...period,
      field: due.site,
      sites: sites.sites,
      visited: sites.visited,
      data: sites.due.map(({ id, form, name, code, district_id }) => ({
        ...{ id, form, name, code },
        district: namesOf(reads, district_id),
      })),
    });
  }
  return found;
}

function namesOf({ registry }: Reads, id: string): DueSites['data'][number]['district'] {
  const place = registry.place(id);
  return place ? { en: place.name_en, fa: place.name_fa, ps: place.name_ps } : null;
}

/** Returns the provinces in which the person may make records of the form, undefined if in all. */
function createProvinces(
  registry: Pick<Registry, 'scopeRules'>,
  form: CompiledForm,
  actor: Actor,
): string[] | undefined {
  const rules = registry.scopeRules(form);
  const provinces: string[] = [];
  for (const grant of actor.grants) {
    const alone = { ...actor, grants: [grant] };
    const { allowed } = scopeOf({ ...rules, record: null, province_id: grant.province_id, actor: alone });
    if (!allowed.create) continue;
    if (grant.province_id === null) return undefined;
    provinces.push(grant.province_id);
  }
  return provinces;
}
