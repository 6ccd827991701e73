/** The places that are to be visited in a period, as reports and the screen home count them. */
import { isWithin, spanOf } from './days.ts';
import { PROGRAMMES } from './figures.ts';
import type { Known } from './rows.ts';
import { BESIDE, type Rule } from './sentences.ts';
import { counts, daysOf, lies, type Printed, type Question, sees, type Thing } from './things.ts';

/** What is printed of it. */
type Said = Pick<Printed, 'programme' | 'beside'>;

export function dueThings(question: Question, said: Said, rule: Rule, visited: boolean): Thing[] {
  const { asked, today } = question;
  const byWeek = said.beside.includes(BESIDE.projectsInWeek) || said.beside.includes(BESIDE.placesInWeek);
  const { from, to } = daysOf(question);
  const current = spanOf(to ?? from ?? today, byWeek ? 'week' : 'month', 'solar');
  return toVisit(question, said, rule, { from: from ?? current.from, to: to ?? current.to })
    .filter(({ site }) => lies(asked, site))
    .filter(({ isVisited }) => !visited || isVisited)
    .map(() => ({ rows: [''], across: '' }));
}

/** Returns the places that are to be visited, and whether they were in these days. */
export function toVisit(
  { known, reader }: Pick<Question, 'known' | 'reader'>,
  { programme, beside }: Said,
  rule: Rule,
  days: { from: string; to: string },
): { site: Known; isVisited: boolean }[] {
  const { site: place, due: forms = [] } = PROGRAMMES[programme] ?? {};
  const goesOn = (status: unknown) => ['on-going', undefined, null, ''].includes(status as string);
  const all = [...known.values()];
  const visited = new Set(
    all
      .filter((one) => forms.includes(one.form.form) && counts(rule, 'records', one) && isWithin(one.day, days))
      .map((one) => one.site?.id),
  );
  return all
    .filter((one) => one.form.form === place && sees(reader, one) && counts(rule, 'due', one))
    .filter(({ data }) => goesOn(data.monitoring_status))
    .filter(({ data }) => !beside.includes(BESIDE.projectsInWeek) || goesOn(data.project_status))
    .map((site) => ({ site, isVisited: visited.has(site.id) }));
}
