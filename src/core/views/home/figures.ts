/** Four figures of the visits that most sites are due for: visited, waiting for check, open problems, the average answer. */

import type { CompiledForm } from '../../definitions/types.ts';
import type { ListFilter } from '../../figures/where.ts';
import { readableRatingBars } from '../../form/ratingBars.ts';
import type { HomeFigures } from '../../generated/api.ts';
import { countingStates } from '../../records/counting.ts';
import { type DueRule, type Period, periodOf } from '../../records/due.ts';
import { addDays, kabulDay } from '../../text/dates.ts';
import type { Reads } from '../reads.ts';
import { waitingForCheck } from './waiting.ts';

/** Visits of a period whose answers are read. Of more there is no average. */
const MOST_READ = 1000;
const PER_PAGE = 200;

interface Visits {
  form: CompiledForm;
  due: DueRule;
  period: Period;
  sites: number;
  visited: number;
}

/** Returns the figures of one form, none if no site is due. */
export async function figuresView(reads: Reads, forms: readonly CompiledForm[]): Promise<HomeFigures[]> {
  const today = kabulDay(reads.now());
  const visits = await mostVisited(reads, forms, today);
  if (!visits) return [];
  const { form, due, period, sites, visited } = visits;
  const before = periodOf(addDays(period.from, -1) ?? period.from, due);
  const [waiting, problems, average] = await Promise.all([
    waitingOf(reads, form),
    problemsOf(reads, form, [today, before.to]),
    averagesOf(reads, form, [period, before]),
  ]);
  return [
    {
      form: form.form,
      every: due.every,
      calendar: due.calendar ?? 'solar',
      ...period,
      site: form.fields.get(due.site)?.def.record?.forms?.[0] ?? form.form,
      visits: { sites, visited, filters: daysOf(form, period) },
      waiting,
      problems,
      average,
    },
  ];
}

async function mostVisited(reads: Reads, forms: readonly CompiledForm[], today: string): Promise<Visits | undefined> {
  const found = await Promise.all(
    forms.map(async (form) => {
      const { due } = form.definition;
      if (!due) return [];
      const period = periodOf(today, due);
      const sites = await reads.dueSites({ form, due, period, most: 0 });
      return sites ? [{ form, due, period, sites: sites.sites, visited: sites.visited }] : [];
    }),
  );
  return found
    .flat()
    .reduce<Visits | undefined>((most, one) => (most && most.sites >= one.sites ? most : one), undefined);
}

/** Returns how many visits wait for a check by anybody, and since when the oldest of them does. */
async function waitingOf(reads: Reads, form: CompiledForm): Promise<HomeFigures['waiting']> {
  const query = waitingForCheck(reads.registry, form);
  const counts = await reads.countAcross([query]);
  const order = { by: 'updated_at', most: 1 };
  const [oldest] = await reads.listAcross([{ ...query, order }]);
  const moved = oldest && (await reads.moves([oldest])).get(oldest.id);
  return {
    total: counts.reduce((sum, { count }) => sum + count, 0),
    since: moved?.at ?? oldest?.updated_at ?? null,
    filters: query.filters,
  };
}

/** Returns how many problems that visits tell of are open, and how many were at the end of the period before. */
async function problemsOf(
  reads: Reads,
  form: CompiledForm,
  days: readonly [string, string],
): Promise<HomeFigures['problems']> {
  if (!form.definition.problems) return null;
  const states = countingStates(reads.registry, form, 'problems');
  const filters = [{ field: 'status', op: 'in' as const, value: states }];
  const [open = 0, before = 0] = await reads.openProblems({ form, filters }, days);
  return { open, before };
}

async function averagesOf(
  reads: Reads,
  form: CompiledForm,
  periods: readonly [Period, Period],
): Promise<HomeFigures['average']> {
  const [now, before] = await Promise.all(periods.map((period) => averageIn(reads, form, period)));
  return now == null ? null : { points: now, before: before ?? null };
}

/** Returns the mean of the points of all answers that have points and that the person may read. */
async function averageIn(reads: Reads, form: CompiledForm, period: Period): Promise<number | null> {
  const states = countingStates(reads.registry, form);
  const filters = [...daysOf(form, period), { field: 'status', op: 'in' as const, value: states }];
  let points = 0;
  let answers = 0;
  for (let page = 1; ; page += 1) {
    const { rows, total, last_page } = await reads.list({ form, filters, sort: [], page, per_page: PER_PAGE });
    if (total > MOST_READ) return null;
    for (const { record } of rows) {
      const rated = (readableRatingBars(reads, form, record.data) ?? [])
        .flat()
        .filter((bar) => bar !== null && bar > 0);
      points += rated.reduce<number>((sum, bar) => sum + (bar ?? 0), 0);
      answers += rated.length;
    }
    if (page >= last_page) return answers > 0 ? points / answers : null;
  }
}

function daysOf({ definition }: CompiledForm, { from, to }: Period): ListFilter[] {
  const field = definition.date ?? 'created_at';
  return [
    { field, op: 'gte', value: from },
    { field, op: 'lte', value: to },
  ];
}
