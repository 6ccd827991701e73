/**
 * `GET {base}/figures`: the figures in a form's definition. Each figure and group carries the filters of exactly the records
 * it counts. `format` returns the same figures as a spreadsheet.
 */
import { Failure } from '../../../core/errors/failure.ts';
import { type Figure, filtersOf, joined, type ListFilter } from '../../../core/figures/where.ts';
import type { FigureGroup, FigureView } from '../../../core/generated/api.ts';
import { type Calendar, kabulDay } from '../../../core/text/dates.ts';
import { type Language, pick } from '../../../core/text/languages.ts';
import { askedCalendar, suffixLanguage } from '../../http/language.ts';
import { words } from '../../http/words.ts';
import type { Filter } from '../../records/types.ts';
import type { Call } from '../call.ts';
import { sendTable } from '../files/download.ts';
import type { Cell } from '../files/workbook.ts';
import { remembered } from '../responseCache.ts';
import { byAge, byMonth, type Day } from './figureDays.ts';
import { groupsOf } from './figureGroups.ts';
import { listQuery } from './paging.ts';

export async function figures(call: Call): Promise<unknown> {
  const definition = call.form.definition.figures;
  if (!definition) throw new Failure('route_not_found');
  const { format, localSuffix } = call.query;
  if (format === undefined) {
    return remembered(call, async () => ({ data: await all(call, definition.items, call.language) }));
  }
  const language = suffixLanguage(localSuffix, call.language);
  const data = await all(call, definition.items, language);
  const heading = `${pick(definition.title, language)} ${kabulDay(call.services.now())}`;
  return sendTable(call, { heading, language, rows: table(definition.items, data, language) });
}

function all(call: Call, items: readonly Figure[], language: Language): Promise<FigureView[]> {
  const today = kabulDay(call.services.now());
  const asked = listQuery(call).filters;
  const calendar = askedCalendar(call.query.calendar, language);
  return Promise.all(items.map((item) => one(call, item, asked, { today, language, calendar })));
}

interface Reader {
  today: string;
  language: Language;
  calendar: Calendar;
}

async function one(call: Call, item: Figure, asked: readonly ListFilter[], reader: Reader): Promise<FigureView> {
  const { form, actor, services } = call;
  const filters = joined(asked, filtersOf(item.where, reader.today));
  const by = item.by === undefined ? [] : [item.by];
  const rows = await services.records.aggregate(
    { form, filters, by, ...(item.show === 'average' && item.of !== undefined && { average: item.of }) },
    actor,
  );
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const answer = { id: item.id, total, value: null, groups: [], filters };
  if (item.show === 'count') return answer;
  if (item.show === 'average') {
    const value = rows[0]?.average ?? null;
    // An average counts only records that have the number.
    const has: Filter = { field: item.of as string, op: 'empty', value: false };
    return {
      ...answer,
      value: value === null ? null : Math.round(value * 10) / 10,
      filters: joined(filters, [has]),
    };
  }
  const behind = (groups: FigureGroup[]): FigureGroup[] =>
    groups.map((group) => ({ ...group, filters: joined(filters, group.filters as ListFilter[]) }));
  if (item.show === 'months' || item.show === 'ages') {
    const days = rows.map(({ keys, count }): Day => ({ day: dayOf(keys[0] ?? ''), count }));
    const groups = item.show === 'months' ? byMonth(days, item.by as string, reader) : byAge(days, item, reader);
    return { ...answer, groups: behind(groups) };
  }
  return { ...answer, groups: behind(await groupsOf(call, item.by as string, rows, reader.language)) };
}

/** Returns the date of a date or an instant. */
function dayOf(key: string): string {
  return key.length > 10 ? kabulDay(new Date(key)) : key;
}

function table(items: readonly Figure[], data: FigureView[], language: Language): Cell[][] {
  const say = (key: string) => words(language, `server:figures.${key}`);
  const lines = items.flatMap(({ title }, at): Cell[][] => {
    const { groups, total, value } = data[at] as FigureView;
    const name = pick(title, language);
    if (groups.length === 0) return [[name, '', value ?? total]];
    return groups.map((group) => [name, group.name, group.total]);
  });
  return [[say('figure'), say('group'), say('number')], ...lines];
}
