/** The questions of a workbook in their groups and repeats. */
import { didYouMean } from '../check/issues/issue.ts';
import { type ParsedType, readType, TYPE_NAMES, unsupportedTypeNote } from './constructs.ts';
import type { Ledger } from './ledger.ts';
import { mendName } from './mend.ts';
import type { WorkbookCell, WorkbookRow } from './types.ts';

export interface SurveyItem {
  row: WorkbookRow;
  /** As the workbook calls it. */
  written: string;
  /** Stored name, or the name of a section or group. Set by `assignEntryNames`. */
  name: string;
  /** Path of the table that it is a column of; empty for a question of the form. */
  table: string;
}

export interface SurveyQuestion extends SurveyItem {
  kind: 'question';
  type: ParsedType;
}

export interface SurveyBlock extends SurveyItem {
  kind: 'group' | 'repeat';
  items: (SurveyQuestion | SurveyBlock)[];
}

export type SurveyEntry = SurveyQuestion | SurveyBlock;

/** Words of an appearance, without those in brackets. */
export function appearancesOf(row: WorkbookRow): string[] {
  const { text } = row.cells.get('appearance') ?? { text: '' };
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Returns `start=1 end=5` by name. */
export function parametersOf(cell: WorkbookCell | undefined): Partial<Record<string, string>> {
  const found: [string, string][] = [...(cell?.text ?? '').matchAll(/([A-Za-z-]+)\s*=\s*([^\s,;]+)/g)].map(
    ([, key = '', value = '']) => [key.toLowerCase(), value],
  );
  return Object.assign(Object.create(null), Object.fromEntries(found));
}

/** Most groups and repeats inside each other: a question has the conditions of all that have no place of their own. */
const DEEPEST = 50;

const BEGIN = /^begin[_ ](group|repeat)$/;
const END = /^end[_ ](group|repeat)$/;

/** Returns what stands in the sheet of questions. Rows that are none are lost with the reason. */
export function surveyOutlineOf(rows: readonly WorkbookRow[], ledger: Ledger): SurveyEntry[] {
  const top: SurveyEntry[] = [];
  /** What has begun and not ended; `block` is the nearest one that is taken. */
  const open: { kind: SurveyBlock['kind']; block: SurveyBlock }[] = [];
  const inner = () => open.at(-1)?.block.items ?? top;
  for (const row of rows) {
    const cell = row.cells.get('type');
    // A row whose type begins with # is a remark.
    if (!cell || cell.text.startsWith('#')) {
      ledger.loseRow(row, 'type_missing');
      continue;
    }
    const type = mendedText(cell, ledger).replace(/\s+/g, ' ');
    const begins = BEGIN.exec(type.toLowerCase().replace(/^begin (.)/, 'begin_$1'));
    if (begins) {
      const kind = begins[1] as SurveyBlock['kind'];
      const around = open.at(-1)?.block;
      if (around && open.length >= DEEPEST) {
        ledger.loseRow(row, 'group_deepest', { name: row.cells.get('name')?.text ?? type, most: DEEPEST });
        open.push({ kind, block: around });
        continue;
      }
      const block: SurveyBlock = { kind, row, ...named(row, ledger), items: [] };
      ledger.carry(cell);
      inner().push(block);
      open.push({ kind, block });
      continue;
    }
    const ends = END.exec(type.toLowerCase());
    if (ends) {
      if (open.at(-1)?.kind === ends[1]) {
        open.pop();
        for (const one of row.cells.values()) ledger.carry(one);
      } else ledger.loseRow(row, 'group_end', { type });
      continue;
    }
    const question = questionIn(row, cell, type, ledger);
    if (question) inner().push(question);
  }
  for (const block of new Set(open.map((one) => one.block)))
    ledger.note({ ...block.row, column: '' }, 'changed', 'group_open', { name: block.written });
  return withoutEmpty(top, ledger);
}

/** Leaves out groups without a question at any depth: they have no place. */
function withoutEmpty(entries: SurveyEntry[], ledger: Ledger): SurveyEntry[] {
  return entries.filter((entry) => {
    if (entry.kind === 'question') return true;
    entry.items = withoutEmpty(entry.items, ledger);
    if (entry.items.length === 0) ledger.loseRow(entry.row, 'group_empty', { name: entry.written });
    return entry.items.length > 0;
  });
}

function questionIn(row: WorkbookRow, cell: WorkbookCell, type: string, ledger: Ledger): SurveyQuestion | undefined {
  const plain = type.toLowerCase();
  const none = unsupportedTypeNote(plain);
  if (none) {
    ledger.loseRow(row, none, { type });
    return undefined;
  }
  const read = readType(type, appearancesOf(row));
  if (!read) {
    const [word = ''] = plain.split(' ');
    ledger.loseRow(row, 'type_unknown', { type, ...didYouMean(word, TYPE_NAMES) });
    return undefined;
  }
  ledger.carry(cell);
  return { kind: 'question', row, type: read, ...named(row, ledger) };
}

function named(row: WorkbookRow, ledger: Ledger): Pick<SurveyItem, 'written' | 'name' | 'table'> {
  const cell = row.cells.get('name');
  const written = cell ? mendedText(cell, ledger) : '';
  if (!cell) ledger.note({ ...row, column: '' }, 'changed', 'name_missing');
  else ledger.carry(cell);
  return { written, name: '', table: '' };
}

/** Returns a name, code or type without what nobody sees, and says what was mended. */
export function mendedText(cell: WorkbookCell, ledger: Ledger): string {
  const { text, mended: kinds } = mendName(cell.text);
  if (kinds.length > 0) ledger.note(cell, 'changed', 'mended', { kinds });
  return text;
}
