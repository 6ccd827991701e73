/** Finds problems by the number in their code. Every site has its own P-17, so words of the site's name tell them apart. */
import type { Actor } from '../../core/records/types.ts';
import { foldText } from '../../core/text/letters.ts';
import type { ProblemNumberQuery } from '../../core/views/reads.ts';
import type { Handle } from '../db/database.ts';
import { type VisibleProblemLog, visibleAmongProblems } from './log.ts';

/** Problems with the number that are looked at, open and new ones first. */
const MOST_LOOKED = 300;

export interface FindableProblem extends Pick<VisibleProblemLog, 'problem'> {
  site: { id: string; form: string; name: string; code: string | null; province_id: string | null };
}

/** Returns problems whose site the person sees and that stand on at least one visit that they see. */
export async function problemsByNumber(
  db: Handle,
  { number, words, most }: ProblemNumberQuery,
  { grants }: Actor,
  seenAmong: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<FindableProblem[]> {
  const provinces = grants.flatMap(({ province_id }) => province_id ?? []);
  const isEverywhere = grants.some(({ province_id }) => province_id === null);
  const rows = await db
    .selectFrom('problem_numbers as numbered')
    .innerJoin('problems', (join) =>
      join.onRef('problems.id', '=', 'numbered.problem_id').onRef('problems.site_id', '=', 'numbered.site_id'),
    )
    .innerJoin('records as site', 'site.id', 'numbered.site_id')
    .selectAll('problems')
    .select(['site.id as of_site', 'site.form', 'site.name', 'site.code', 'site.province_id as of_province'])
    .where('numbered.number', '=', number)
    .where('site.deleted_at', 'is', null)
    // Only narrows what is read: `seenAmong` decides.
    .$if(!isEverywhere, (query) =>
      query.where((is) =>
        is.or([is('site.province_id', 'is', null), is('site.province_id', 'in', [...provinces, ''])]),
      ),
    )
    .orderBy('problems.open', 'desc')
    .orderBy('problems.date_identified', 'desc')
    .orderBy('problems.id')
    .limit(MOST_LOOKED)
    .execute();
  const fitting = rows.filter(({ name, code }) => {
    const called = foldText(`${name} ${code ?? ''}`);
    return words.every((word) => called.includes(word));
  });
  const sites = await seenAmong(fitting.map(({ of_site }) => of_site));
  const found: FindableProblem[] = [];
  // A few at a time: the first ones are nearly always seen.
  for (let at = 0; at < fitting.length && found.length < most; at += most) {
    const some = fitting.slice(at, at + most).filter(({ of_site }) => sites.has(of_site));
    const seen = await visibleAmongProblems(db, some, seenAmong);
    for (const { problem } of seen) {
      const row = some.find(({ id }) => id === problem.id);
      if (!row) continue;
      const { of_site: id, form, name, code, of_province: province_id } = row;
      found.push({ problem, site: { id, form, name, code, province_id } });
    }
  }
  return found.slice(0, most);
}
