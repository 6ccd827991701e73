/**
 * The sheet of a form's words: a row a text, a column a language, and hidden columns that say which text it is and what stood there
 * when it was written, so that only cells which somebody changed are taken back.
 */
import { placeInWords } from '../definitions/place.ts';
import { languagesOf } from '../definitions/texts.ts';
import { GIVEN_STATES, type GivenState } from '../definitions/words/status.ts';
import { type StateOf, type TextKey, type TranslationRow, translationTable } from '../definitions/words/table.ts';
import { type RefusedCell, type TranslationCell, toCellText } from '../definitions/words/take.ts';
import { getOwn } from '../json.ts';
import { languageName } from '../text/languageNames.ts';
import { cellText, FORMULA_ERROR, type RawCell } from './readCell.ts';

/** Words of the sheet itself in the language of whoever gets it, by the keys of `words` in locales/<language>/definitions.json. */
export interface TranslationSheetTexts {
  language: string;
  columns: Readonly<Record<'place' | 'key' | 'note' | 'state' | 'by' | 'pointer' | 'states' | 'was', string>>;
  keys: Readonly<Record<TextKey, string>>;
  states: Readonly<Record<GivenState | 'stale' | 'missing', string>>;
  /** `{{names}}` are the answers that a translation must hold too. */
  holds(names: string): string;
}

export interface WordsSheetColumn {
  heading: string;
  /** In characters. */
  width: number;
  isHidden?: boolean;
  /** Its cells are words that people write, or states that they choose. */
  holds?: 'words' | 'states';
}

export interface TranslationSheet {
  columns: WordsSheetColumn[];
  rows: string[][];
}

interface Column extends WordsSheetColumn {
  cell(row: TranslationRow): string;
}

const WIDE = 48;
const MIDDLE = 28;
const NARROW = 16;
/** Before the form and its version, in the heading of the pointers. */
const FORM = 'form:';

/** Returns the texts of a form as rows. Headings end in a mark by which their column is found again, wherever it was moved. */
export function translationSheet(definition: object, stateOf: StateOf, words: TranslationSheetTexts): TranslationSheet {
  const columns = columnsOf(definition, words);
  const rows = translationTable(definition, stateOf).map((row) => columns.map(({ cell }) => cell(row)));
  return { columns: columns.map(({ cell: _cell, ...column }) => column), rows };
}

function columnsOf(definition: object, words: TranslationSheetTexts): Column[] {
  const { language: reader, columns: named } = words;
  const languages = languagesOf(definition);
  const { form, version } = definition as { form?: unknown; version?: unknown };
  const inLanguage = ({ text }: TranslationRow, tag: string) => getOwn(text, tag) ?? '';
  return [
    { heading: named.place, width: WIDE, cell: (row) => placeInWords(row.place, reader) },
    { heading: named.key, width: NARROW, cell: ({ key }) => words.keys[key] },
    {
      heading: named.note,
      width: MIDDLE,
      cell: ({ holds }) => (holds.length > 0 ? words.holds(holds.join(' ')) : ''),
    },
    ...languages.flatMap((tag, at): Column[] => {
      const name = languageName(tag);
      const ofText: Column = {
        heading: `${name} [${tag}]`,
        width: WIDE,
        holds: 'words',
        cell: (row) => inLanguage(row, tag),
      };
      if (at === 0) return [ofText];
      return [
        ofText,
        {
          heading: `${name}: ${named.state} [${tag}:state]`,
          width: NARROW,
          holds: 'states',
          cell: ({ states }) => words.states[getOwn(states, tag)?.state ?? 'draft'],
        },
        {
          heading: `${name}: ${named.by}`,
          width: MIDDLE,
          cell: ({ states }) => {
            const { by, at: when } = getOwn(states, tag) ?? {};
            return [by, when?.slice(0, 10)].filter(Boolean).join(', ');
          },
        },
      ];
    }),
    {
      heading: `${named.pointer} [${FORM}${form ?? ''}@${version ?? ''}]`,
      width: MIDDLE,
      isHidden: true,
      cell: ({ pointer }) => pointer,
    },
    {
      heading: `${named.states} [states]`,
      width: MIDDLE,
      isHidden: true,
      cell: ({ states }) =>
        Object.entries(states)
          .map(([tag, { state }]) => `${tag}:${state}`)
          .join(' '),
    },
    ...languages.map(
      (tag): Column => ({
        heading: `${languageName(tag)}: ${named.was} [${tag}:was]`,
        width: MIDDLE,
        isHidden: true,
        cell: (row) => inLanguage(row, tag),
      }),
    ),
  ];
}

/** What a sheet says of a form: changed and unchanged cells, and those that cannot be read. */
export interface TranslationsRead {
  form: string;
  version: number | undefined;
  cells: TranslationCell[];
  refused: RefusedCell[];
  /** Languages without a column of what stood there, so that nobody can tell what changed. */
  unmatched: string[];
}

/** Returns the cells of a sheet; undefined if it is no sheet of words. `stateNamed` reads a state in the words of any language. */
export function readTranslationSheet(
  lines: readonly (readonly RawCell[])[],
  stateNamed: (text: string) => GivenState | undefined,
): TranslationsRead | undefined {
  const at = lines.findIndex((line) => line.some((cell) => markOf(cell)?.startsWith(FORM)));
  const head = at < 0 ? undefined : marksIn(lines[at] ?? []);
  if (!head) return undefined;
  const [form = '', version] = head.form.split('@');
  const tags = [...head.columns.keys()].filter((mark) => !mark.includes(':') && mark !== 'states');
  const matched = tags.filter((tag) => head.columns.has(`${tag}:was`));
  const read: TranslationsRead = {
    form,
    version: Number(version) || undefined,
    cells: [],
    refused: [],
    unmatched: tags.filter((tag) => !matched.includes(tag)),
  };
  for (const line of lines.slice(at + 1)) {
    const pointer = inCell(line[head.pointer]);
    if (pointer === '') continue;
    for (const language of matched) readCell(line, head, { pointer, language }, stateNamed, read);
  }
  return read;
}

interface Head {
  form: string;
  /** Number of the column with the pointers. */
  pointer: number;
  /** Number of each other column by its mark. */
  columns: ReadonlyMap<string, number>;
}

function marksIn(line: readonly RawCell[]): Head | undefined {
  const columns = new Map<string, number>();
  let found: Pick<Head, 'form' | 'pointer'> | undefined;
  line.forEach((cell, at) => {
    const mark = markOf(cell);
    if (mark?.startsWith(FORM)) found ??= { form: mark.slice(FORM.length), pointer: at };
    else if (mark && !columns.has(mark)) columns.set(mark, at);
  });
  return found && { ...found, columns };
}

function markOf(cell: RawCell | undefined): string | undefined {
  return typeof cell === 'string' ? /\[([^\][]{1,200})\]\s*$/.exec(cell)?.[1] : undefined;
}

function inCell(cell: RawCell | undefined): string {
  return cell === undefined || cell === null ? '' : toCellText(cellText(cell));
}

function readCell(
  line: readonly RawCell[],
  { columns }: Head,
  of: Pick<TranslationCell, 'pointer' | 'language'>,
  stateNamed: (text: string) => GivenState | undefined,
  read: TranslationsRead,
): void {
  const cellOf = (mark: string) => {
    const at = columns.get(mark);
    return at === undefined ? '' : inCell(line[at]);
  };
  const cell = { ...of, words: cellOf(of.language), was: cellOf(`${of.language}:was`) };
  if (cell.words !== cell.was && FORMULA_ERROR.test(cell.words.trim()))
    read.refused.push({ ...cell, reason: 'failed' });
  else {
    const written = cellOf(`${of.language}:state`).trim();
    const state = written === '' ? undefined : stateNamed(written);
    const before = cellOf('states')
      .split(' ')
      .find((one) => one.startsWith(`${of.language}:`))
      ?.slice(of.language.length + 1);
    const isGiven = state !== undefined && state !== before;
    read.cells.push({ ...cell, ...(isGiven && { state }), ...(isGiven && before && { stateWas: before }) });
  }
}

/** Returns what finds a state by the words that any language has for it, or by its own name. */
export function statesByWords(
  languages: readonly TranslationSheetTexts['states'][],
): (text: string) => GivenState | undefined {
  const named = new Map<string, GivenState>();
  for (const state of GIVEN_STATES)
    for (const words of [state, ...languages.map((one) => one[state])]) named.set(words.toLowerCase(), state);
  return (text) => named.get(text.toLowerCase());
}
