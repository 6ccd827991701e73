/** Which records a report counts and the keys of their rows, worked out without SQL and without the report engine. */
import type { CompiledForm, Workflow } from '../../src/core/definitions/types.ts';
import type { Dimension, ReportDefinition, ReportWhere } from '../../src/core/generated/report.ts';
import { kabulDay } from '../../src/core/text/dates.ts';
import type { Raw, Stored } from './reportWorld.ts';

const DAY = 86_400_000;

export interface PlainQuestion {
  stored: Stored;
  report: ReportDefinition;
  sees(record: Raw): boolean;
  /** The filters, as the URL has them, with the calendar of months. */
  query: Record<string, string>;
  today: string;
}

export function formNamed({ stored }: PlainQuestion, name: string): CompiledForm {
  return stored.registry.form(name) as CompiledForm;
}

/** Returns the records of a form that the reader sees, in a state that counts, in the chosen places. Sites count in all states. */
export function visible(
  asked: PlainQuestion,
  form: CompiledForm,
  where: ReportWhere = [],
  isPlaced = true,
  counts: (state: Workflow['states'][number]) => boolean = (state) =>
    form.definition.kind === 'site' || state.counts !== false,
): Raw[] {
  const { stored, report, sees, query } = asked;
  const counting = stored.registry
    .workflow(form)
    .states.filter((state) => report.states?.includes(state.id) ?? counts(state))
    .map(({ id }) => id);
  const own = report.filters.filter((one) => typeof one === 'object');
  return [...stored.records.values()].filter(
    (one) =>
      one.form === form.form &&
      !one.isDeleted &&
      sees(one) &&
      (where.some(({ field }) => field === 'status') || counting.includes(one.state)) &&
      (!isPlaced || isPlacedIn(one, query)) &&
      own.every(
        ({ id, by, of }) =>
          !query[id] ||
          (of && !of.includes(form.form)) ||
          query[id].split(',').some((key) => keysIn(asked, one, by).includes(key)),
      ),
  );
}

export function isPlacedIn(
  one: Pick<Raw, 'province_id' | 'organization_id'> | undefined,
  query: Record<string, string>,
): boolean {
  const organizations = query.organizations?.split(',').filter((id) => id !== '2') ?? [];
  const provinces = query.provinces?.split(',') ?? [];
  return (
    (organizations.length === 0 || organizations.includes(one?.organization_id ?? '')) &&
    (provinces.length === 0 || provinces.includes(one?.province_id ?? ''))
  );
}

export const isIn = ({ from_date: from, to_date: to }: Record<string, string>, day: string) =>
  (!from || day >= from) && (!to || day.slice(0, 10) <= to);

export function valueIn({ stored }: PlainQuestion, one: Raw, source: string): unknown {
  const place = source.replace(/_id$/, '');
  if (source === 'status') return one.state;
  if (place === 'site') return one.site_id;
  if (source === 'date') {
    const answer = one.data[stored.registry.form(one.form)?.definition.date ?? ''];
    return typeof answer === 'string' && answer !== '' ? answer : kabulDay(new Date(one.created_at));
  }
  if (source === 'person' || source === 'created_by') return one.created_by;
  if (['id', 'parent_id', 'created_at'].includes(source)) return one[source as 'id'];
  if (place === 'province' || place === 'organization') return one[`${place}_id`];
  const above = source.startsWith('parent.') ? stored.records.get(one.parent_id ?? '') : one;
  const name = source.replace(/^parent\./, '');
  const property = stored.registry.form(above?.form ?? '')?.fields.get(name)?.properties[0] ?? name;
  return above?.data[property];
}

export function keysIn(asked: PlainQuestion, one: Raw, source: string): string[] {
  const value = valueIn(asked, one, source);
  const list = Array.isArray(value) ? value : [value];
  return list.length === 0 ? [''] : list.map((each) => (each === undefined || each === null ? '' : String(each)));
}

const SOLAR = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { timeZone: 'UTC', month: 'numeric', day: 'numeric' });

/** Returns the first day of the month or quarter, which it looks for day by day. */
export function monthOf({ query }: PlainQuestion, day: string, span: 'month' | 'quarter'): string {
  if (day === '') return '';
  for (let at = Date.parse(day.slice(0, 10)); ; at -= DAY) {
    const iso = new Date(at).toISOString().slice(0, 10);
    const [month, date] =
      query.calendar === 'gregorian'
        ? iso.split('-').slice(1).map(Number)
        : ['month', 'day'].map((part) => Number(SOLAR.formatToParts(at).find(({ type }) => type === part)?.value));
    if (date === 1 && (span === 'month' || (Number(month) - 1) % 3 === 0)) return iso;
  }
}

export function ranged(value: unknown, bounds: readonly number[], today: string): string {
  if (value === undefined || value === null || value === '') return '';
  const number = typeof value === 'number' ? value : Math.max(0, daysFrom(String(value).slice(0, 10), today));
  const at = bounds.findIndex((bound) => number <= bound);
  const low = (at < 0 ? (bounds.at(-1) as number) : (bounds[at - 1] ?? -1)) + 1;
  return at < 0 ? `${low}-` : `${low}-${bounds[at]}`;
}

export const daysFrom = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

export function keysOf(asked: PlainQuestion, one: Raw, dimension: Dimension | undefined): string[] {
  if (dimension === undefined) return [''];
  if (dimension === 'form') return [one.form];
  if (dimension === 'month' || dimension === 'quarter')
    return [monthOf(asked, String(valueIn(asked, one, 'date')), dimension)];
  if (typeof dimension === 'string') return keysIn(asked, one, dimension);
  if ('questions' in dimension) return [''];
  if (dimension.ages) return [ranged(valueIn(asked, one, dimension.field), dimension.ages, asked.today)];
  return keysIn(asked, one, dimension.field);
}

export function holds(where: ReportWhere | undefined, valuesOf: (field: string) => string[], today: string): boolean {
  return (where ?? []).every(({ field, op, value, daysAgo }) => {
    const own = valuesOf(field);
    const wanted =
      daysAgo === undefined
        ? [value ?? ''].flat().map(String)
        : [new Date(Date.parse(today) - daysAgo * DAY).toISOString().slice(0, 10)];
    if (op === 'empty') return own.every((one) => one === '') === (value !== false);
    if (op === 'ne') return !own.includes(wanted[0] as string);
    if (op === 'gte') return own.some((one) => one !== '' && one >= (wanted[0] as string));
    if (op === 'lte') return own.some((one) => one !== '' && one <= (wanted[0] as string));
    return own.some((one) => wanted.includes(one));
  });
}
