/**
 * Reads every figure of a report a second time: from rows that plain SQL found, by the sentences and headings that the API prints.
 * It knows nothing of the product's code or of the files of reports.
 */
import type { Figure } from './figures.ts';
import { figureOf } from './headings.ts';
import { knowsBeside } from './sentences.ts';
import { type Printed, type Question, thingsOf } from './things.ts';

/** Returns what tells the number of a cell; without a row that of the total. */
export function numberOf(question: Question, printed: Printed, number: string) {
  for (const said of printed.beside) knowsBeside(said);
  const cells = new Map<string, ReturnType<typeof counted>>();
  const cell = (name: string, row?: string, across?: string): number | null => {
    const figure = figureOf(printed.programme, printed.title, printed.table, name);
    if (figure.of === 'share') {
      const part = cell(figure.part, row, across);
      const whole = figure.whole.reduce((all, one) => all + (cell(one, row, across) ?? 0), 0);
      return part === null || whole === 0 ? null : (part * 100) / whole;
    }
    if (figure.of === 'difference') {
      const [from, less] = [cell(figure.from, row, across), cell(figure.less, row, across)];
      return from === null || less === null ? null : from - less;
    }
    const own = cells.get(name) ?? counted(question, printed, figure);
    cells.set(name, own);
    return own.number(row, across);
  };
  return {
    cell: (row?: string, across?: string) => cell(number, row, across),
    /** Rows in which something stands. */
    rows: (): Set<string> => {
      cell(number);
      return new Set([...cells.values()].flatMap(({ things }) => things.flatMap(({ rows }) => rows)));
    },
  };
}

function counted(question: Question, printed: Printed, figure: Figure) {
  const things = thingsOf(question, printed, figure);
  const number = (row?: string, across?: string): number | null => {
    const own = things.filter(
      (one) => (row === undefined || one.rows.includes(row)) && (across === undefined || one.across === across),
    );
    const values = own.map(({ value }) => value);
    const sum = (values as number[]).reduce((all, one) => all + one, 0);
    if (figure.of === 'points') return values.length === 0 ? null : sum / values.length;
    if (figure.of !== 'records') return own.length;
    if (figure.each) return new Set(values).size;
    return figure.sum ? sum * (figure.times ?? 1) : own.length;
  };
  return { things, number };
}
