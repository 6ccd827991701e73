/**
 * `GET {base}/figures`: the figures in a form's definition, counted as blocks of a report over the records of the list. Each
 * figure and group has the filters of exactly the records that it counts. `format` returns the same figures as a spreadsheet.
 */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { type Figure, joinedFilters, type ListFilter, whereFilters } from '../../../core/figures/where.ts';
import type { FigureGroup, FigureView } from '../../../core/generated/api.ts';
import type { Block, Dimension, Measure } from '../../../core/generated/report.ts';
import { isSourceRestricted } from '../../../core/records/permission.ts';
import { groupFilters } from '../../../core/reports/figures.ts';
import { numberRangesOf } from '../../../core/reports/groups.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import { readCalendar, readLocalSuffix } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import { blockResults } from '../../reports/compute.ts';
import type { ReportContext } from '../../reports/context.ts';
import { scaleStepsOf } from '../../reports/names.ts';
import type { ApiCall } from '../call.ts';
import { sendTable } from '../files/download.ts';
import type { WorksheetCell } from '../files/workbook.ts';
import { sendCached } from '../responseCache.ts';
import { readCallListQuery } from './list.ts';

export async function figuresHandler(call: ApiCall): Promise<unknown> {
  const definition = call.form.definition.figures;
  if (!definition) throw new Failure('route_not_found');
  const { format, localSuffix } = call.query;
  if (format === undefined) {
    return sendCached(call, async () => ({ data: await all(call, definition.items, call.language) }));
  }
  const language = readLocalSuffix(localSuffix, call.language);
  const data = await all(call, definition.items, language);
  const heading = `${pickText(definition.title, language)} ${kabulDay(call.services.now())}`;
  return sendTable(call, { heading, language, rows: table(definition.items, data, language) });
}

function all(call: ApiCall, items: readonly Figure[], language: Language): Promise<FigureView[]> {
  const { form, actor, services, query } = call;
  const known = {
    registry: services.registry,
    projector: services.projector,
    actor,
    language,
    calendar: readCalendar(query.calendar, language),
    today: kabulDay(services.now()),
    asked: { organizations: [], provinces: [], own: [], isIncomplete: false },
    // A list shows records of all states.
    states: services.registry.workflow(form).states.map(({ id }) => id),
  };
  const asked = readCallListQuery(call).filters;
  return services.atOnce(async (read) => {
    const database = { ...services.database, read };
    const context: ReportContext = {
      ...known,
      database,
      run: async (statement) => (await statement.execute(read)).rows,
    };
    const found: FigureView[] = [];
    for (const item of items) found.push(...(await one(context, form, item, asked)));
    return found;
  });
}

const NUMBER = 'number';
const AVERAGE = 'average';

/** Returns nothing if the figure counts answers that the reader may not see. */
async function one(
  context: ReportContext,
  form: CompiledForm,
  item: Figure,
  asked: readonly ListFilter[],
): Promise<FigureView[]> {
  const { id, show, overdue, limits } = item;
  // An average counts only records that have the number.
  const isThere: ListFilter[] = show === AVERAGE ? [{ field: item.of ?? '', op: 'empty', value: false }] : [];
  const where = [...whereFilters(item.where, context.today), ...isThere];
  if (where.some(({ field }) => isSourceRestricted(form, field, context.actor, context.registry))) return [];
  const filters = joinedFilters(asked, where);
  const blocks = [blockOf(context, form, item)];
  const counted = await blockResults({ ...context, listed: filters }, { blocks }, () => ({ offset: 0 }));
  const [result] = counted.blocks;
  if (!result) return [];
  if (result.pending)
    throw new Failure('unavailable', { detail: `the columns of ${form.form} are still being filled` });
  if (result.absent) return [];
  const [total = 0, value = null] = result.total?.cells ?? [];
  const late = numberRangesOf(limits ?? []).filter(({ from = 0 }) => overdue !== undefined && from > overdue);
  const groups = item.by === undefined ? [] : result.rows;
  const figure: FigureView = {
    id,
    total: total ?? 0,
    value,
    filters,
    groups: groups.map(
      ({ key, name, variant, cells }): FigureGroup => ({
        id: key,
        name,
        total: cells[0] ?? 0,
        ...(variant && { variant }),
        ...(late.some((range) => range.key === key) && { late: true }),
        filters: joinedFilters(filters, groupFilters(item, key, context)),
      }),
    ),
  };
  return [figure];
}

/** Closed scales keep their order. Other groups are sorted by frequency, highest first. */
function blockOf(context: ReportContext, form: CompiledForm, item: Figure): Block {
  const forms: [string] = [form.form];
  const number: Measure = { id: NUMBER, forms, undated: true };
  const average: Measure = { ...number, id: AVERAGE, of: AVERAGE, field: item.of ?? '', digits: 1 };
  const by = dimensionOf(item);
  const isSorted = item.show !== 'months' && item.show !== 'ages' && by !== undefined;
  const isScale = isSorted && scaleStepsOf(context, { forms: [form], measures: [] }, item.by ?? '') !== undefined;
  return {
    id: item.id,
    show: 'table',
    ...(by && { by }),
    measures: item.show === AVERAGE ? [number, average] : [number],
    ...(isSorted && !isScale && { order: `-${NUMBER}` }),
    total: true,
  };
}

function dimensionOf({ show, by: field, limits }: Figure): Dimension | undefined {
  if (field === undefined) return undefined;
  if (show === 'months') return { field, per: 'month' };
  return { field, ...(show === 'ages' && limits && { ages: limits }) };
}

function table(items: readonly Figure[], data: readonly FigureView[], language: Language): WorksheetCell[][] {
  const say = (key: string) => words(language, `server:figures.${key}`);
  const lines = data.flatMap(({ id, groups, total, value }): WorksheetCell[][] => {
    const name = pickText((items.find((item) => item.id === id) as Figure).title, language);
    if (groups.length === 0) return [[name, '', value ?? total]];
    return groups.map((group) => [name, group.name, group.total]);
  });
  return [[say('figure'), say('group'), say('number')], ...lines];
}
