/** Compares each cell that the API answers with the one of the second reader, and finds rows that the API leaves out. */
import { compareDocumented, type OwnNumbers } from './documented.ts';
import { numberOf } from './reader.ts';
import type { Known } from './rows.ts';
import type { Asked, Printed, Question, Reader } from './things.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the API
type Json = any;

/** Somebody with a session. */
export interface Caller {
  must(method: string, path: string): Promise<Json>;
  /** Fetches a file and returns its first sheet. Without it files are not read. */
  table?(path: string): Promise<unknown[][]>;
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

/**
 * Filters of a question. `own`: those of one report, with the question whose answers each chooses of and what it chooses. `sent`: what
 * is sent in place of some, as links that people kept name a place or a choice by what it was before it was merged.
 */
export interface Filters {
  asked: Omit<Asked, 'own'>;
  own?: Readonly<Record<string, readonly [field: string, value: string]>>;
  sent?: Readonly<Record<string, string>>;
  /** Read the files of the same question too. */
  files?: true;
}

/** Kinds of files, which say the same as the screen. */
const FILES = ['csv', 'xlsx'];

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
  for (const { asked: plain, own = {}, sent: earlier, files } of questions) {
    const chosen = Object.fromEntries(Object.entries(own).map(([id, [, value]]) => [id, value]));
    const sent: Record<string, string> = { ...plain, ...chosen, ...earlier };
    if (Object.keys(sent).some((id) => !offered.has(id))) continue;
    const query = new URLSearchParams(sent);
    const lines: Line[] = [[view.title.en]];
    const numbers = new Map<string, OwnNumbers>();
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
      const second = compareBlock({ ...given, asked }, { view, shown, block, at }, found);
      if (block.columns.length > 0) lines.push([], ...second.lines);
      numbers.set(block.id, second.numbers);
    }
    if (files) await compareDocumented({ person, report, query, numbers }, found);
    for (const format of files && person.table ? FILES : []) {
      const said = await person.table?.(`reports/${report}/export?${query}&format=${format}`);
      compareFile(lines, said ?? [], `${report} as ${format} ?${query}`, found);
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

/** A line of a file as the second reader expects it. */
type Line = (string | number | null)[];

/** What the second reader found of a block. */
interface Found {
  /** The lines that a file has of it. */
  lines: Line[];
  /** Its numbers by row and by column, as the documented call names both. */
  numbers: OwnNumbers;
}

function compareBlock(question: Question, { view, shown, block, at }: Answered, found: Compared): Found {
  const rows = block.rows as Json[];
  const lines: Line[] = [...rows, ...(block.total ? [block.total] : [])].map(({ name }) => [name]);
  const numbers: OwnNumbers = new Map(rows.map(({ key }) => [key, new Map()]));
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
    const compare = (theirs: number | null, row?: string): number | null => {
      const own = mine.cell(row, across);
      found.cells += 1;
      const key = `${view.report} / ${block.id} / ${measure}`;
      found.figures.set(key, (found.figures.get(key) ?? 0) + (theirs ? 1 : 0));
      if (!isSame(own, theirs, told.digits))
        found.differences.push(
          `${at} “${told.title.en}” in ${row ?? 'the total'}${across ? `, ${across}` : ''}: ${own} ≠ ${theirs}`,
        );
      return own;
    };
    const own = rows.map(({ key, cells }) => compare(cells[column], printed.by === undefined ? undefined : key));
    if (block.total) own.push(compare(block.total.cells[column]));
    for (const [row, number] of own.entries()) {
      lines[row]?.push(number);
      numbers.get(rows[row]?.key)?.set(across ?? measure, number);
    }
    if (printed.by === undefined) continue;
    const known = new Set(rows.map(({ key }) => key));
    for (const row of mine.rows())
      if (!known.has(row) && isShown(question, printed, row, mine.cell(row, across)))
        found.differences.push(`${at} “${told.title.en}”: no row ${row}, in which there are ${mine.cell(row, across)}`);
  }
  return { lines: [[shown.title?.en ?? '', ...block.columns.map(({ name }: Json) => name)], ...lines], numbers };
}

/** Files have the numbers with all their digits, the second reader too. An empty line may end with any number of empty cells. */
function compareFile(lines: readonly Line[], said: readonly unknown[][], at: string, found: Compared): void {
  if (said.length !== lines.length) found.differences.push(`${at}: ${lines.length} ≠ ${said.length} lines`);
  for (const [row, line] of lines.entries()) {
    const width = Math.max(line.length, said[row]?.length ?? 0);
    for (let cell = 0; cell < width; cell += 1) {
      const [own, theirs] = [line[cell] ?? '', said[row]?.[cell] ?? ''];
      found.cells += 1;
      const isEqual = typeof own === 'number' ? theirs !== '' && isSame(own, Number(theirs), 2) : own === theirs;
      if (!isEqual) found.differences.push(`${at}, line ${row + 1}, cell ${cell + 1}: ${own} ≠ ${theirs}`);
    }
  }
}

/** Places that did not become better are not among the most improved. */
function isShown(question: Question, printed: Printed, row: string, own: number | null): boolean {
  if (printed.table !== 'Most improved sites') return own !== null && own !== 0;
  return (numberOf(question, printed, 'Improvement').cell(row) ?? 0) >= 0.005;
}

export function isSame(own: number | null, theirs: number | null, digits: number): boolean {
  if (own === null || theirs === null) return own === theirs;
  return Math.abs(own - theirs) <= (digits === 0 ? 1e-6 : 0.5 * 10 ** -digits + 1e-9);
}
