/** `GET {base}/{id}/rates?fromDate&toDate`: average and distribution of each rating question over a site's visits. */

import { namedFromText } from '../../../core/api/names.ts';
import { badFilter, Failure } from '../../../core/errors/failure.ts';
import { ratingPointsOf } from '../../../core/form/ratingPoints.ts';
import { isRatingQuestion } from '../../../core/form/types/question.ts';
import { parseFilters } from '../../../core/query/listQuery.ts';
import { countingStates } from '../../../core/records/counting.ts';
import { everyListRow } from '../../records/list.ts';
import type { Filter } from '../../records/types.ts';
import type { ApiCall } from '../call.ts';

const MOST_SHEETS = 2000;

export async function averageRatesHandler(call: ApiCall, id: string): Promise<{ rates: unknown[]; sheets: number }> {
  const { services, form, language, query, actor } = call;
  const sheet = form.definition.rates && services.registry.form(form.definition.rates.form);
  if (!sheet) throw new Failure('route_not_found');
  await services.records.get(form, id, actor);
  const bounds: Filter[] = [
    ...day('fromDate', 'gte', query.fromDate ?? query.from_date),
    ...day('toDate', 'lte', query.toDate ?? query.to_date),
    ...parseFilters(query.filters ?? query.filter, sheet),
  ];
  const counting = new Set(countingStates(services.registry, sheet));
  const aggregates = new Map<string, Map<string, number>>();
  let sheets = 0;
  const walk = { form: sheet, filters: bounds, sort: [], parent_id: id };
  for await (const { record } of everyListRow(services.records, walk, actor, MOST_SHEETS)) {
    if (!counting.has(record.state)) continue;
    sheets++;
    for (const node of sheet.fields.values()) {
      if (!isRatingQuestion(node)) continue;
      const answer = record.data[node.name];
      if (typeof answer !== 'string') continue;
      const aggregate = aggregates.get(node.id) ?? new Map<string, number>();
      aggregates.set(node.id, aggregate.set(answer, (aggregate.get(answer) ?? 0) + 1));
    }
  }
  const { ratings } = services.registry.common().constants;
  const rows = sheet.sections.flatMap((section) =>
    section.fields.filter(isRatingQuestion).map((node) => {
      const aggregate = aggregates.get(node.id) ?? new Map<string, number>();
      const counted = [...aggregate].filter(([answer]) => ratingPointsOf(answer) !== undefined);
      const count = counted.reduce((sum, [, times]) => sum + times, 0);
      const points = counted.reduce((sum, [answer, times]) => sum + times * (ratingPointsOf(answer) as number), 0);
      return {
        ...namedFromText(node.id, node.def.label, language),
        field: node.name,
        category: namedFromText(section.id, section.def.title, language),
        average: count === 0 ? null : Math.round((points / count) * 100) / 100,
        count,
        distribution: Object.fromEntries(ratings.map(({ value }) => [value, aggregate.get(value) ?? 0])),
      };
    }),
  );
  return { rates: rows, sheets };
}

function day(name: string, op: 'gte' | 'lte', value: unknown): Filter[] {
  if (value === undefined || value === '') return [];
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) throw badFilter(name);
  return [{ field: 'date', op, value }];
}
