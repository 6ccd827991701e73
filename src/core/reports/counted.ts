/** What a report counts, by which rules of `core/records/counting`. Its sentence is made of it. */
import type { CompiledForm } from '../definitions/types.ts';
import type { ReportDefinition } from '../generated/report.ts';
import { type CountedKind, countedKindOf } from '../records/counting.ts';
import { measuresOf } from './sources.ts';

/** In the order in which it is said. */
const ALL: readonly CountedKind[] = ['records', 'sites', 'due', 'problems', 'activity'];

/** Returns what the numbers of a report count, each once. */
export function countedKinds(
  { blocks }: Pick<ReportDefinition, 'blocks'>,
  formOf: (name: string) => CompiledForm | undefined,
): CountedKind[] {
  const found = new Set<CountedKind>();
  for (const { of, forms = [] } of blocks.flatMap(measuresOf)) {
    if (of === 'problems') found.add('problems');
    else if (of === 'events') found.add('activity');
    else if (of === 'sites-due') found.add('due').add('records');
    else
      for (const name of forms) {
        const form = formOf(name);
        if (form) found.add(countedKindOf(form));
      }
  }
  return ALL.filter((one) => found.has(one));
}
