/** Rows as the standard has them: without those that are switched off, named where another column has the name, and blocks of Kobo as groups. */
import { Failure } from '../errors/failure.ts';
import type { Ledger } from './ledger.ts';
import { mendedText } from './outline.ts';
import { parseYesNo } from './rules.ts';
import type { Workbook, WorkbookCell, WorkbookRow } from './types.ts';

type Cells = Map<string, WorkbookCell>;

/** Columns in which Kobo has the name of a row that has none of its own. */
const NAMES = ['$autoname', '$given_name'];

/** Blocks of Kobo by their type, with the column that names their list and the type of their rows. */
const BLOCKS: ReadonlyMap<string, { list: string; row: string | undefined }> = new Map([
  ['score', { list: 'kobo--score-choices', row: 'score__row' }],
  ['rank', { list: 'kobo--rank-items', row: 'rank__level' }],
  ['kobomatrix', { list: 'kobo--matrix_list', row: undefined }],
]);
const BLOCK = /^(begin|end)[_ ](score|rank|kobomatrix)$/;
/** Rows that a matrix may become: as many as a sheet may have. */
const MOST_ROWS = 10_000;
const MESSAGE = 'kobo--rank-constraint-message';

export function standardRows({ survey, choices, languages }: Workbook, ledger: Ledger): WorkbookRow[] {
  const rows = survey.flatMap((row) => (isDisabled(row, ledger) ? [] : [withName(row, ledger)]));
  const made: WorkbookRow[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as WorkbookRow;
    const [, begins, kind = ''] = BLOCK.exec(typeOf(row)) ?? [];
    const block = begins === 'begin' ? BLOCKS.get(kind) : undefined;
    if (!block) {
      made.push(row);
      continue;
    }
    const end = rows.findIndex((one, index) => index > at && typeOf(one).replace(' ', '_') === `end_${kind}`);
    const inside = rows.slice(at + 1, end < 0 ? rows.length : end);
    const list = row.cells.get(block.list);
    ledger.carry(list);
    ledger.note({ ...row, column: '' }, 'changed', 'kobo_block', { name: row.cells.get('name')?.text ?? kind });
    made.push(typed(row, 'begin_group'));
    if (block.row !== undefined) made.push(...asked(inside, block.row, list, row, languages[0] ?? 'en', ledger));
    else made.push(...matrix(inside, row, list, choices, ledger));
    const last = rows[end];
    if (last) made.push(typed(last, 'end_group'));
    at += inside.length + Number(end >= 0);
  }
  return made;
}

const typeOf = ({ cells }: WorkbookRow): string => (cells.get('type')?.text ?? '').toLowerCase();

function isDisabled(row: WorkbookRow, ledger: Ledger): boolean {
  const cell = row.cells.get('disabled');
  if (cell && parseYesNo(cell) === true) {
    ledger.loseRow(row, 'row_disabled', { name: row.cells.get('name')?.text ?? '' });
    return true;
  }
  if (cell && parseYesNo(cell) === false) ledger.carry(cell);
  return false;
}

function withName(row: WorkbookRow, ledger: Ledger): WorkbookRow {
  const given = NAMES.flatMap((key) => row.cells.get(key) ?? []);
  const [first] = row.cells.has('name') ? [] : given;
  for (const cell of given)
    if (cell !== first) ledger.loseOnce(cell, 'column_native', { column: cell.header, sheet: cell.sheet });
  return first ? { ...row, cells: new Map([...row.cells, ['name', first]]) } : row;
}

/** Returns the row with another type, which is still that of its cell. */
function typed(row: WorkbookRow, text: string, further: Iterable<readonly [string, WorkbookCell]> = []): WorkbookRow {
  const type = row.cells.get('type');
  const cells: Cells = new Map([...row.cells, ...further]);
  if (type) cells.set('type', { ...type, text });
  return { ...row, cells };
}

/** Rows that take an option of the list of their block. Of an order, each option is taken once. */
function asked(
  rows: readonly WorkbookRow[],
  type: string,
  list: WorkbookCell | undefined,
  block: WorkbookRow,
  language: string,
  ledger: Ledger,
): WorkbookRow[] {
  const before: string[] = [];
  const message = block.cells.get(MESSAGE);
  return rows.map((row) => {
    if (typeOf(row) !== type || !list) return row;
    const name = row.cells.get('name');
    const others = before.map((one) => `. != \${${one}}`).join(' and ');
    if (name) before.push(mendedText(name, ledger));
    const rule: [string, WorkbookCell][] =
      type === 'rank__level' && others !== ''
        ? [
            ['constraint', { ...list, text: others }],
            ...(message ? [[`constraint_message::${language}`, message] as [string, WorkbookCell]] : []),
          ]
        : [];
    return typed(row, `select_one ${list.text}`, rule);
  });
}

/** A matrix asks all of its rows for each item of its list. Throws sheet_heavy if nobody could answer so many. */
function matrix(
  rows: readonly WorkbookRow[],
  block: WorkbookRow,
  list: WorkbookCell | undefined,
  choices: readonly WorkbookRow[],
  ledger: Ledger,
): WorkbookRow[] {
  const items = choices.filter(({ cells }) => cells.get('list_name')?.text === list?.text && cells.has('name'));
  const around = block.cells.get('name')?.text ?? '';
  if (items.length === 0) return [...rows];
  if (items.length * rows.length > MOST_ROWS) throw new Failure('sheet_heavy');
  return items.flatMap((item): WorkbookRow[] => {
    const name = item.cells.get('name') as WorkbookCell;
    const stem = [around, name.text].filter(Boolean).join('_');
    ledger.carry(item.cells.get('list_name'));
    const words = [...item.cells].filter(([key]) => key.startsWith('label'));
    const head = (text: string): [string, WorkbookCell] => ['type', { ...name, text }];
    return [
      { ...item, cells: new Map([head('begin_group'), ['name', { ...name, text: stem }], ...words]) },
      ...rows.map((row): WorkbookRow => {
        const own = row.cells.get('name');
        return own
          ? { ...row, cells: new Map([...row.cells, ['name', { ...own, text: `${stem}_${own.text}` }]]) }
          : row;
      }),
      { ...item, cells: new Map([head('end_group')]) },
    ];
  });
}
