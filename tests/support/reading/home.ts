/** Compares what the screen home says of the places to visit, by the sentences that the dashboard of their programme prints. */
import type { Compare, Compared } from './compare.ts';
import { toVisit } from './due.ts';
import { readRule } from './sentences.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the API
type Json = any;

/** Most places that are named. */
const NAMED = 12;

/** `admin` reads the dashboards. */
export async function compareHome(
  { known, person, reader, today }: Compare,
  admin: Compare['person'],
  found: Compared,
) {
  const { due } = await person.must('GET', 'home');
  for (const card of due as Json[]) {
    const programme = reader.programme as string;
    const { rule, beside } = await sentencesOf(programme, admin);
    const own = toVisit({ known, reader }, { programme, beside }, readRule(rule), card);
    const open = own.filter(({ isVisited }) => !isVisited).map(({ site }) => site.id);
    const named = card.data.map(({ id }: Json) => id);
    const compare = (what: string, mine: unknown, theirs: unknown) => {
      const key = `home of ${programme} / ${what}`;
      found.cells += 1;
      found.figures.set(key, (found.figures.get(key) ?? 0) + (theirs ? 1 : 0));
      if (mine !== theirs) found.differences.push(`${key} on ${today}: ${mine} ≠ ${theirs}`);
    };
    compare('places', own.length, card.sites);
    compare('visited', own.length - open.length, card.visited);
    compare('named', Math.min(open.length, NAMED), new Set(named).size);
    compare('named and visited', 0, named.filter((id: string) => !open.includes(id)).length);
  }
}

async function sentencesOf(programme: string, admin: Compare['person']): Promise<{ rule: string; beside: string[] }> {
  const { data: reports } = await admin.must('GET', 'reports');
  for (const { report } of reports) {
    const { data: view } = await admin.must('GET', `reports/${report}`);
    const block = view.blocks.find(({ measures }: Json) =>
      measures.some(({ title }: Json) => title.en === 'Sites to visit'),
    );
    if (view.programme === programme && block) return { rule: view.rule.en, beside: [block.help?.en ?? ''] };
  }
  throw new Error(`no report of ${programme} says what is to be visited`);
}
