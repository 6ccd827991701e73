/** Compares what the page of a site counts: its records by kind, its last visit, its problems and its ratings. */
import type { Compare, Compared } from './compare.ts';
import type { Known } from './rows.ts';
import { POINTS, sees } from './things.ts';
import { toldProblems } from './told.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the API
type Json = any;

/** Visits shown as a trend. */
const NEWEST = 12;

export async function compareSites({ known, person, reader }: Compare, found: Compared): Promise<void> {
  const seen = [...known.values()].filter((one) => !one.isDeleted && sees(reader, one));
  await compareCounts(seen, person, found);
  const visits = seen.filter(({ state }) => state !== 'returned' && state !== 'archived');
  for (const site of seen) {
    const { base, form, visits: kinds, rates, hasProblems } = site.form;
    if (!kinds) continue;
    const compare = (what: string, own: unknown, theirs: unknown) => {
      found.cells += 1;
      const key = `page of ${form} / ${what}`;
      found.figures.set(key, (found.figures.get(key) ?? 0) + (theirs ? 1 : 0));
      const [mine, said] = [JSON.stringify(own), JSON.stringify(theirs)];
      if (mine !== said)
        found.differences.push(`${key} ${site.id}, ${Object.values(reader).join(' ')}: ${mine} ≠ ${said}`);
    };
    const { formsCount = {} } = await person.must('GET', `${base}/${site.id}`);
    for (const [kind, count] of Object.entries(formsCount)) compare(kind, below(seen, site, kind).length, count);

    const page = await person.must('GET', `${base}/${site.id}/overview`);
    const [last] = kinds.flatMap((kind) => below(visits, site, kind)).sort(newestFirst);
    compare('last visit', last?.day ?? null, known.get(page.last_visit?.id ?? '')?.day ?? null);
    const problems = toldProblems(visits.filter((one) => one.form.problems)).filter((one) => one.site === site);
    const open = problems.filter(({ solved, isGivenUp }) => solved === undefined && !isGivenUp).length;
    const isTold = hasProblems && (problems.length > 0 || last !== undefined);
    compare('problems', isTold ? { open, total: problems.length } : null, page.problems);

    const rated = visits.filter((one) => one.form.form === rates && one.parent === site).sort(newestFirst);
    const trend = rated.slice(0, NEWEST).flatMap((one) => {
      const mean = averageOf(ratingsOf([one]).map(({ answer }) => answer));
      return mean === null ? [] : [`${one.day} ${mean}`];
    });
    compare('trend', trend.sort(), page.trend.map(({ date, average }: Json) => `${date} ${average}`).sort());
    if (rates) compareRates(rated, await person.must('GET', `${base}/${site.id}/rates`), compare);
  }
}

/** Compares what lists count below each of their records. */
async function compareCounts(seen: readonly Known[], person: Compare['person'], found: Compared): Promise<void> {
  const forms = new Map(seen.map(({ form }) => [form.base, form]));
  for (const [base, { form, kinds }] of forms) {
    if (Object.keys(kinds).length === 0) continue;
    const { data, meta } = await person.must('GET', `${base}?counts=1&per_page=200`);
    const own = seen.filter((one) => one.form.form === form);
    if (data.length !== own.length) found.differences.push(`list of ${form}: ${own.length} ≠ ${data.length} records`);
    for (const site of own)
      for (const kind of Object.keys(kinds)) {
        const [mine, theirs] = [below(seen, site, kind).length, meta.counts[site.id]?.[kind] ?? 0];
        const key = `list of ${form} / ${kind}`;
        found.cells += 1;
        found.figures.set(key, (found.figures.get(key) ?? 0) + (theirs ? 1 : 0));
        if (mine !== theirs) found.differences.push(`${key} of ${site.id}: ${mine} ≠ ${theirs}`);
      }
  }
}

function compareRates(
  rated: readonly Known[],
  told: Json,
  compare: (what: string, own: unknown, theirs: unknown) => void,
) {
  const all = ratingsOf(rated);
  compare('sheets', rated.length, told.sheets);
  for (const { id, average, count, distribution } of told.rates) {
    const answers = all.filter((one) => one.id === id).map(({ answer }) => answer);
    const counted = answers.filter((answer) => POINTS[answer] !== undefined);
    compare('rating', averageOf(answers), average);
    compare('ratings', counted.length, count);
    for (const [answer, times] of Object.entries(distribution))
      compare(answer, answers.filter((one) => one === answer).length, times);
  }
}

/** Returns the records of a kind that belong to a site. */
function below(all: readonly Known[], site: Known, kind: string): Known[] {
  const { form, where = {}, by } = site.form.kinds[kind] ?? { form: '' };
  return all.filter(
    (one) =>
      one.form.form === form &&
      (by === undefined ? one.parent === site : one.data[by] === site.id) &&
      Object.entries(where).every(([name, value]) => one.data[name] === value),
  );
}

function ratingsOf(visits: readonly Known[]): { id: string; answer: string }[] {
  return visits.flatMap(({ form, data }) =>
    form.questions.flatMap(({ id, type, property }) =>
      type === 'rating' && data[property] !== undefined ? [{ id, answer: data[property] }] : [],
    ),
  );
}

/** Returns the mean of the points with two decimals; null if nothing has points. */
function averageOf(answers: readonly string[]): number | null {
  const points = answers.flatMap((answer) => POINTS[answer] ?? []);
  if (points.length === 0) return null;
  return Math.round((points.reduce((sum, one) => sum + one, 0) / points.length) * 100) / 100;
}

const newestFirst = (a: Known, b: Known) => b.day.localeCompare(a.day);
