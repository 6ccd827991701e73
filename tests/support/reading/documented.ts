/** Compares the documented call of a report with the numbers that the second reader found for its blocks. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Caller, type Compared, isSame } from './compare.ts';
import { FORMS } from './rows.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the API
type Json = any;

/** Numbers of a block: key of the row → name of the column → number. */
export type OwnNumbers = Map<string, Map<string, number | null>>;

/** Where a report is documented, and which block, or `block.measure`, stands under which key of its answer. */
interface Documented {
  base: string;
  result?: string;
  keys: Record<string, string>;
}

/** Addresses are no rule, so the files of reports say them. */
const REPORTS = new Map<string, Documented | undefined>(
  readdirSync(FORMS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.report.json'))
    .map((path) => JSON.parse(readFileSync(join(FORMS, path), 'utf8')))
    .map(({ report, api }) => [report, api]),
);

interface Asked {
  person: Caller;
  report: string;
  query: URLSearchParams;
  numbers: ReadonlyMap<string, OwnNumbers>;
}

export async function compareDocumented({ person, report, query, numbers }: Asked, found: Compared): Promise<void> {
  const api = REPORTS.get(report);
  if (!api) return;
  const path = api.result ?? `${api.base}/show`;
  const answer = await person.must('GET', `${path}?${query}`);
  for (const [key, what] of Object.entries(api.keys)) {
    const [block = '', measure] = what.split('.');
    const own = numbers.get(block);
    const told = key.split('.').reduce<Json>((value, step) => value?.[step], answer);
    const compare = (row: string, column: string, theirs: unknown) => {
      const mine = own?.get(row)?.get(column) ?? null;
      const name = `${path} / ${key} / ${column}`;
      found.cells += 1;
      found.figures.set(name, (found.figures.get(name) ?? 0) + (theirs ? 1 : 0));
      // The call has all digits.
      if (!isSame(mine, theirs as number | null, 2)) found.differences.push(`${name} ${row}: ${mine} ≠ ${theirs}`);
    };
    const rows: Json[] | undefined = Array.isArray(told) ? told : told?.data;
    // A block that the person may not see is left out, here as on the screen.
    if (!own && told === undefined) continue;
    if (!own || told === undefined || (rows?.length === 0 && own.size > 0)) {
      found.differences.push(`${path}: ${own ? 'nothing' : 'too much'} under ${key}`);
      continue;
    }
    const shown = rows ?? [
      typeof told === 'object' && told !== null ? { id: '', ...told } : { [measure as string]: told },
    ];
    for (const { id = '', ...cells } of shown)
      for (const [column, theirs] of Object.entries(cells)) if (own.get(id)?.has(column)) compare(id, column, theirs);
    const columns = measure === undefined ? new Set([...own.values()].flatMap((row) => [...row.keys()])) : [measure];
    for (const column of columns)
      if (shown.length > 0 && !shown.some((row) => Object.hasOwn(row, column)))
        found.differences.push(`${path}: ${key} has no ${column}`);
  }
}
