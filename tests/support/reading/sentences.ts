/** What the sentences of reports mean to a second reader. One that is not here is not known, and reading stops there. */

/** What is counted, each by a sentence of its own. */
export type Kind = 'records' | 'sites' | 'due' | 'problems' | 'work';

const KINDS: Readonly<Record<string, Kind>> = {
  'Visits, surveys and other records count by their date.': 'records',
  'Sites are counted as they are now.': 'sites',
  'Sites to visit are counted as they are today.': 'due',
  'Problems count by the days on which they were found and solved, as their visits say.': 'problems',
  'Work counts by the day on which it was done, weeks from Saturday.': 'work',
};
/** States that do not count, for the kinds that were named before the sentence. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  'Deleted, returned and archived records do not count.': ['returned', 'archived'],
  'Deleted and archived records do not count.': ['archived'],
  'Only deleted records do not count.': [],
};
/** Sentences that say the same again for one report. */
const MORE: ReadonlySet<string> = new Set(['Items count by the day they were bought.']);

/** States that do not count, by kind. Deleted records never do. */
export type Rule = ReadonlyMap<Kind, readonly string[]>;

export function readRule(rule: string): Rule {
  const found = new Map<Kind, readonly string[]>();
  let named: Kind[] = [];
  for (const sentence of rule.match(/[^.]+\.(?:\s|$)/g) ?? []) {
    const said = sentence.trim();
    const [kind, states] = [KINDS[said], STATES[said]];
    if (kind) named.push(kind);
    else if (states) {
      for (const one of named) found.set(one, states);
      named = [];
    } else if (!MORE.has(said)) throw unknown(said);
  }
  if (named.length > 0) throw new Error(`nothing is said of the states of ${named.join(', ')}`);
  return found;
}

const IMPROVED =
  'Average rating in the chosen days, compared with as many days directly before them. Without a choice: the last 90 days and the 90 days before. Sites without ratings in both periods do not count.';
const VISITED = 'monitored, and those of them that were visited in the chosen days. Without a choice: in this';

/** What is said beside a number or a table. */
export const BESIDE = {
  rate: 'Problems solved in the period × 100 / problems identified in the period. Where none was identified there is no rate.',
  improved: IMPROVED,
  dueInMonth: `Places that are ${VISITED} month of the Solar Hijri calendar.`,
  projectsInWeek: `Projects that are ongoing and ${VISITED} week, which begins on Saturday.`,
  placesInWeek: `Places that are ${VISITED} week, which begins on Saturday.`,
  whateverDays: 'All participants, whatever the chosen days.',
  fiveEach: 'Five for each student.',
} as const;

export function knowsBeside(said: string | undefined): void {
  if (said !== undefined && !Object.values<string>(BESIDE).includes(said)) throw unknown(said);
}

export function unknown(said: string): Error {
  return new Error(`the second reader does not know the sentence “${said}”`);
}
