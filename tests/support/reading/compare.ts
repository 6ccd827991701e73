/** Compares each cell that the API answers with the one of the second reader, and finds rows that the API leaves out. */
import { numberOf } from './reader.ts';
import type { Known } from './rows.ts';
import type { Asked, Printed, Question, Reader } from './things.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the API
type Json = any;

/** Somebody with a session. */
interface Caller {
  must(method: string, path: string): Promise<Json>;
}

export interface Compared {
  cells: number;
  /** How many cells say something, by `report / block / number`. */
  figures: Map<string, number>;
  /** Figures that are printed and of which no cell was answered. */
  unseen: string[];
  differences: string[];
}

export interface Compare {
  known: ReadonlyMap<string, Known>;
  today: string;
  person: Caller;
  reader: Reader;
}

/** Filters of a question. `own`: those of one report, with the question whose answers each chooses of and what it chooses. */
export interface Filters {
  asked: Omit<Asked, 'own'>;
  own?: Readonly<Record<string, readonly [field: string, value: string]>>;
}

/** Compares a report for one reader, with all questions that it offers filters for, and adds what was seen. */
export async function compareReport(
  { person, ...given }: Compare,
  report: string,
  questions: readonly Filters[],
  found: Compared,
): Promise<void> {
  const { data: view } = await person.must('GET', `reports/${report}`);
  const offered = new Set(['calendar', ...view.filters.map(({ id }: Json) => id)]);
  const figures = new Set<string>();
  for (const { asked: plain, own = {} } of questions) {
    const chosen = Object.fromEntries(Object.entries(own).map(([id, [, value]]) => [id, value]));
    const sent: Record<string, string> = { ...plain, ...chosen };
    if (Object.keys(sent).some((id) => !offered.has(id))) continue;
    const query = new URLSearchParams(sent);
    const { data: result } = await person.must('GET', `reports/${report}/result?${query}`);
    for (const block of result.blocks as Json[]) {
      const shown = view.blocks.find(({ id }: Json) => id === block.id);
      for (let from = block.rows.length; from < block.all; from = block.rows.length) {
        const more = await person.must('GET', `reports/${report}/result?${query}&block=${block.id}&offset=${from}`);
        block.rows.push(...more.data.blocks[0].rows);
      }
      for (const { measure } of block.columns) figures.add(`${block.id} ${measure}`);
      const asked = { ...plain, own: Object.fromEntries(Object.values(own)) };
      const at = `${report} ${block.id}, ${Object.values(given.reader).join(' ')} ?${query}`;
      compareBlock({ ...given, asked }, { view, shown, block, at }, found);
    }
  }
  for (const { id, measures } of view.blocks)
    for (const measure of measures)
      if (!figures.has(`${id} ${measure.id}`)) found.unseen.push(`${report} ${id} ${measure.id}`);
}

interface Answered {
  view: Json;
  /** The block as it is printed. */
  shown: Json;
  /** Its numbers. */
  block: Json;
  at: string;
}

function compareBlock(question: Question, { view, shown, block, at }: Answered, found: Compared): void {
  const rows = block.rows as Json[];
  const printed: Printed = {
    programme: view.programme,
    title: view.title.en,
    rule: view.rule.en,
    table: shown.title?.en,
    // Reworded questions end so, and mean what they meant (`worldChanges.ts`).
    by: shown.by?.replace(/ \(again\)$/, '') ?? undefined,
    beside: [shown.help?.en, ...shown.measures.map(({ help }: Json) => help?.en)],
    names: new Map(rows.map(({ key, name }) => [key, name])),
  };
  for (const [column, { measure, across }] of block.columns.entries()) {
    const told = shown.measures.find(({ id }: Json) => id === measure);
    const mine = numberOf(question, printed, told.title.en);
    const compare = (theirs: number | null, row?: string) => {
      const own = mine.cell(row, across);
      found.cells += 1;
      const key = `${view.report} / ${block.id} / ${measure}`;
      found.figures.set(key, (found.figures.get(key) ?? 0) + (theirs ? 1 : 0));
      if (!isSame(own, theirs, told.digits))
        found.differences.push(
          `${at} “${told.title.en}” in ${row ?? 'the total'}${across ? `, ${across}` : ''}: ${own} ≠ ${theirs}`,
        );
    };
    for (const { key, cells } of rows) compare(cells[column], printed.by === undefined ? undefined : key);
    if (block.total) compare(block.total.cells[column]);
    if (printed.by === undefined) continue;
    const known = new Set(rows.map(({ key }) => key));
    for (const row of mine.rows())
      if (!known.has(row) && isShown(question, printed, row, mine.cell(row, across)))
        found.differences.push(`${at} “${told.title.en}”: no row ${row}, in which there are ${mine.cell(row, across)}`);
  }
}

/** Places that did not become better are not among the most improved. */
function isShown(question: Question, printed: Printed, row: string, own: number | null): boolean {
  if (printed.table !== 'Most improved sites') return own !== null && own !== 0;
  return (numberOf(question, printed, 'Improvement').cell(row) ?? 0) >= 0.005;
}

function isSame(own: number | null, theirs: number | null, digits: number): boolean {
  if (own === null || theirs === null) return own === theirs;
  return Math.abs(own - theirs) <= (digits === 0 ? 1e-6 : 0.5 * 10 ** -digits + 1e-9);
}
