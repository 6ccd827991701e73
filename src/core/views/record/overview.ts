/**
 * The state of a place at the top of its page: its ratings, its position and its people. Visits, problems and ratings are read as lists
 * read them, so a person is told nothing of records and answers that they may not see.
 */
import type { CompiledForm, RecordData } from '../../definitions/types.ts';
import { newestAnswers } from '../../definitions/versions/upgrade.ts';
import { Failure } from '../../errors/failure.ts';
import { readableRatingBars } from '../../form/ratingBars.ts';
import { ratingPointsOf } from '../../form/ratingPoints.ts';
import type { TextContext } from '../../form/types/fieldType.ts';
import { FIELD_TYPES } from '../../form/types/index.ts';
import { isRatingQuestion } from '../../form/types/question.ts';
import type { OverviewResponse } from '../../generated/api.ts';
import { getOwn } from '../../json.ts';
import { childQueryOf } from '../../query/children.ts';
import type { ListQuery } from '../../query/listQuery.ts';
import { countingStates, problemCountingTest } from '../../records/counting.ts';
import type { StoredRecord } from '../../records/types.ts';
import { NameCollector } from '../names.ts';
import type { Reads, VisibleRecord, VisibleRow } from '../reads.ts';

/** Throws `route_not_found` if the form has no such page. */
export async function overviewView(reads: Reads, form: CompiledForm, place: VisibleRecord): Promise<OverviewResponse> {
  if (!form.definition.detail?.overview) throw new Failure('route_not_found');
  const { id } = place.record;
  const data = newestAnswers(reads.registry, place.record);
  const last = await lastVisit(reads, form, id);
  const visited = last && reads.registry.form(last.record.form);
  const ratings = last && visited && readableRatingBars(reads, visited, last.record.data);
  const names = new NameCollector(reads, { ...place.refs, ...last?.refs });
  names.addAnswers(form, data, peopleNames(form));
  if (last) names.addAccount(last.record.created_by);
  const refs = await names.load();
  const { language, calendar, registry } = reads;
  return {
    last_visit: last && {
      id: last.record.id,
      form: last.record.form,
      date: dayOf(reads, last.record),
      by: refs[last.record.created_by]?.name ?? '',
      ...(ratings && { ratings }),
    },
    problems: await problemCount(reads, form, id, last !== null),
    trend: await trend(reads, form, id),
    ...placeAnswers(form, data, { language, calendar, constants: registry.common().constants, refs }),
  };
}

/** Returns the newest visit among the types of the definition. */
async function lastVisit(
  reads: Reads,
  { definition: { api, detail } }: CompiledForm,
  id: string,
): Promise<VisibleRow | null> {
  const found: VisibleRow[] = [];
  for (const key of detail?.overview?.visits ?? []) {
    const type = getOwn(api.formTypes, key);
    const child = type && reads.registry.form(type.form);
    if (child) found.push(...(await newest(reads, child, childQueryOf(id, type), 1)));
  }
  return found.sort((a, b) => (dayOf(reads, a.record) < dayOf(reads, b.record) ? 1 : -1))[0] ?? null;
}

/** Returns the newest records in states that count. */
async function newest(
  reads: Reads,
  form: CompiledForm,
  below: Pick<ListQuery, 'filters' | 'parent_id'>,
  most: number,
): Promise<VisibleRow[]> {
  const states = countingStates(reads.registry, form);
  const filters = [...below.filters, { field: 'state', op: 'in' as const, value: states }];
  const sort = [form.definition.date ? '-date' : '-created_at'];
  return (await reads.list({ ...below, form, filters, sort, page: 1, per_page: most })).rows;
}

/** Returns the day of a record: that of its form's date, else the one it was entered on. */
function dayOf({ registry }: Reads, record: StoredRecord): string {
  const date = record.data[registry.form(record.form)?.definition.date ?? ''];
  return typeof date === 'string' ? date : record.created_at;
}

async function problemCount(
  reads: Reads,
  { definition }: CompiledForm,
  id: string,
  hasVisit: boolean,
): Promise<OverviewResponse['problems']> {
  if (!definition.detail?.tabs?.some(({ show }) => show === 'problems')) return null;
  const seen = await reads.problems(id, problemCountingTest(reads.registry));
  if (seen.length === 0 && !hasVisit) return null;
  return { open: seen.filter(({ problem }) => problem.open).length, total: seen.length };
}

async function trend(reads: Reads, { definition }: CompiledForm, id: string): Promise<OverviewResponse['trend']> {
  const rated = definition.rates && reads.registry.form(definition.rates.form);
  if (!rated) return [];
  const visits = await newest(reads, rated, { filters: [], parent_id: id }, MOST_VISITS);
  return visits.reverse().flatMap(({ record }) => {
    const average = averageRate(rated, record.data);
    return average === undefined ? [] : [{ id: record.id, date: dayOf(reads, record), average }];
  });
}

/** Visits in the trend, about a year of monthly ones. */
const MOST_VISITS = 12;

/** Returns the average rate of a visit with two decimals. Undefined if nothing was rated. */
function averageRate(form: CompiledForm, data: RecordData): number | undefined {
  const points = [...form.fields.values()]
    .filter(isRatingQuestion)
    .flatMap(({ name }) => ratingPointsOf(data[name]) ?? []);
  if (points.length === 0) return undefined;
  return Math.round((points.reduce((sum, one) => sum + one, 0) / points.length) * 100) / 100;
}

/** Returns the names of the answers that say who the people of the place are. */
function peopleNames({ definition }: CompiledForm): Set<string> {
  return new Set((definition.detail?.overview?.people ?? []).flatMap(({ name }) => name));
}

/** Returns what the place itself says: its position and its people. */
function placeAnswers(
  form: CompiledForm,
  data: RecordData,
  context: TextContext,
): Pick<OverviewResponse, 'position' | 'people'> {
  const { position, people = [] } = form.definition.detail?.overview ?? {};
  const point = position === undefined ? undefined : form.fields.get(position);
  const latitude = data[point?.parts.latitude ?? 'latitude'];
  const longitude = data[point?.parts.longitude ?? 'longitude'];
  const textOf = (name: string) => {
    const node = form.fields.get(name);
    return node ? FIELD_TYPES[node.type].text(node, data, context) : '';
  };
  return {
    position: point && typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null,
    people: people.flatMap(({ title, name, phone }) => {
      const called = name.map(textOf).find((one) => one !== '') ?? '';
      const number = phone === undefined ? '' : String(data[phone] ?? '');
      return called || number ? [{ title, name: called, phone: number || null }] : [];
    }),
  };
}
