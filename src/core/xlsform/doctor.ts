/**
 * What is wrong with a questionnaire of XLSForm, although programs take it: conditions that never hold, answers that no list has,
 * names that differ by a letter. Most of it the check of definitions knows; here it is told by the cells of the workbook, the worst
 * first, with what mends it.
 */
import { didYouMean, type Issue, type IssueCode, type IssueParams } from '../check/issues/issue.ts';
import type { ListOption } from '../generated/form.ts';
import { getOwn } from '../json.ts';
import type { NoteCode } from './codes.ts';
import type { CellPlace, ImportedForm, ImportNote, NoteParams } from './types.ts';

/** wrong: the questionnaire does not do what it says. doubt: it may not. tidy: nothing breaks. */
export const RANKS = ['wrong', 'doubt', 'tidy'] as const;
export type Rank = (typeof RANKS)[number];

/** Sentences on how to mend something: locales/<language>/xlsform.json, under `mend`. */
const MENDS = [
  'condition',
  'option',
  'other_list',
  'constraint',
  'reach',
  'circle',
  'name',
  'own_name',
  'expression',
  'type',
  'list',
  'ends',
  'code',
  'reference',
  'unused',
  'large',
  'words',
] as const;
export type Mend = (typeof MENDS)[number];

export interface Complaint extends CellPlace {
  rank: Rank;
  code: IssueCode | NoteCode;
  /** Whose sentence the code has. */
  of: 'issue' | 'note';
  params: IssueParams & NoteParams;
  mend: Mend;
  /** What is written into the sentence that mends. */
  with: Readonly<Record<string, string | number>>;
}

type Judged = readonly [rank: Rank, mend: Mend];

/** What the check of definitions finds that is a mistake of a questionnaire. */
const ISSUES: Readonly<Partial<Record<IssueCode, Judged>>> = {
  condition_never: ['wrong', 'option'],
  condition_always: ['doubt', 'condition'],
  expression_never: ['wrong', 'condition'],
  expression_always: ['doubt', 'condition'],
  expression_constant: ['doubt', 'condition'],
  expression_date: ['wrong', 'expression'],
  expression_types: ['wrong', 'expression'],
  expression_result: ['wrong', 'expression'],
  constraint_never: ['wrong', 'constraint'],
  constraint_always: ['doubt', 'constraint'],
  never_visible: ['wrong', 'reach'],
  never_required: ['doubt', 'reach'],
  visible_circle: ['wrong', 'circle'],
  derived_circle: ['wrong', 'circle'],
  default_circle: ['wrong', 'circle'],
  default_no_option: ['wrong', 'option'],
  filter_attribute: ['wrong', 'name'],
  bounds_crossed: ['wrong', 'constraint'],
  text_placeholders: ['doubt', 'reference'],
  answer_in_words: ['doubt', 'reference'],
  list_attribute: ['doubt', 'list'],
  words_missing: ['tidy', 'words'],
  contract_large: ['wrong', 'large'],
};

/** The same of what was said when the workbook was read. */
const NOTES: Readonly<Partial<Record<NoteCode, Judged>>> = {
  xpath_name: ['wrong', 'name'],
  xpath_syntax: ['wrong', 'expression'],
  xpath_types: ['wrong', 'expression'],
  type_unknown: ['wrong', 'type'],
  list_missing: ['wrong', 'list'],
  list_file: ['wrong', 'list'],
  group_open: ['wrong', 'ends'],
  group_end: ['wrong', 'ends'],
  group_empty: ['tidy', 'ends'],
  code_twice: ['wrong', 'code'],
  code_missing: ['doubt', 'code'],
  type_missing: ['doubt', 'type'],
  name_missing: ['wrong', 'name'],
  reference_unknown: ['wrong', 'reference'],
  reference_rows: ['doubt', 'reference'],
  column_twice: ['doubt', 'name'],
  name_twice: ['doubt', 'own_name'],
  cell_failed: ['wrong', 'expression'],
  search_file: ['wrong', 'list'],
  language_unused: ['doubt', 'words'],
  list_unused: ['tidy', 'unused'],
  words_assumed: ['tidy', 'words'],
};

/** Every code that is told of a workbook. */
export const COMPLAINT_CODES: readonly string[] = [...Object.keys(ISSUES), ...Object.keys(NOTES)];

/** Returns what is wrong, the worst first. `issues` are those that the check finds in the definition. */
export function complaints(made: ImportedForm, issues: readonly Issue[]): Complaint[] {
  const found = [
    ...made.notes.flatMap((note) => ofNote(note) ?? []),
    ...issues.flatMap((issue) => ofIssue(issue, made) ?? []),
  ];
  const order = (one: Complaint) => RANKS.indexOf(one.rank);
  return once(found).toSorted((a, b) => order(a) - order(b) || a.sheet.localeCompare(b.sheet) || a.row - b.row);
}

function ofNote({ kind: _, ...note }: ImportNote): Complaint | undefined {
  const judged = NOTES[note.code];
  if (!judged) return undefined;
  return { ...note, of: 'note', rank: judged[0], mend: judged[1], with: { name: String(note.params.meant ?? '') } };
}

function ofIssue({ pointer, code, params }: Issue, made: ImportedForm): Complaint | undefined {
  const judged = ISSUES[code];
  const place = judged && (code === 'contract_large' ? longestList(made) : placeOf(pointer, made.places));
  // A workbook has its title in one language.
  if (!judged || !place || (code === 'words_missing' && pointer === '/title')) return undefined;
  const [rank, mend] = judged;
  const own = code === 'condition_never' ? optionAsked(params, pointer, made) : { mend, with: {} };
  return {
    sheet: place.sheet,
    row: place.row,
    column: place.column,
    code,
    of: 'issue',
    rank,
    params: params as Complaint['params'],
    ...own,
  };
}

/** Where the longest list of the form begins. */
function longestList({ definition, places }: ImportedForm): CellPlace | undefined {
  const lists = Object.entries((definition.lists ?? {}) as Record<string, ListOption[]>);
  const [longest] = lists.toSorted(([, a], [, b]) => b.length - a.length);
  return longest && places.get(`/lists/${longest[0]}/0`);
}

/** Returns the cell of which something was made: that of the longest beginning of its pointer. */
function placeOf(pointer: string, places: ImportedForm['places']): CellPlace | undefined {
  // A list is where its first option is. What the data contract says of a question stands in its limits.
  const first = places.get(`${pointer}/0`);
  if (first) return first;
  const begin = pointer.replace(/^\/properties\/([^/]+).*/, '/fields/$1/limits');
  for (let at = begin; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = places.get(at);
    if (found) return found;
  }
  return undefined;
}

/** An option that is asked for and that the list does not have: one that differs by a letter, or one of another list. */
function optionAsked(
  params: IssueParams,
  pointer: string,
  { definition }: ImportedForm,
): Pick<Complaint, 'mend' | 'with'> {
  const [asked] = Array.isArray(params.names) ? (params.names as string[]) : [];
  const lists = Object.entries((definition.lists ?? {}) as Record<string, ListOption[]>);
  if (asked === undefined) return { mend: 'option', with: {} };
  const expr = exprAt(definition, pointer);
  const near = lists
    .filter(([name]) => namesList(definition.fields, name, expr))
    .map(
      ([, options]) =>
        didYouMean(
          asked,
          options.map(({ value }) => value),
        ).meant,
    )
    .find((one) => one !== undefined);
  if (near !== undefined) return { mend: 'name', with: { name: near } };
  const other = lists.find(([, options]) => options.some(({ value }) => value === asked));
  return other
    ? { mend: 'other_list', with: { name: asked, list: other[0] } }
    : { mend: 'option', with: { name: asked } };
}

function exprAt(definition: object, pointer: string): string {
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => getOwn(value as Record<string, unknown>, step), definition);
  return typeof found === 'string' ? found : '';
}

/** True if an expression reads a question, or a column, whose options are those of the list. */
function namesList(fields: ImportedForm['definition']['fields'], list: string, expr: string): boolean {
  return Object.entries(fields).some(
    ([name, field]) =>
      (field.choices === `#${list}` && new RegExp(`\\b${name}\\b`).test(expr)) ||
      namesList(field.columns ?? {}, list, expr),
  );
}

/** Missing words are one complaint for each language, with their number; a cell is complained of once for the same. */
function once(found: readonly Complaint[]): Complaint[] {
  const kept = new Map<string, Complaint>();
  const missing = new Map<string, number>();
  for (const one of found) {
    const isWords = one.code === 'words_missing';
    const key = isWords
      ? JSON.stringify(one.params)
      : JSON.stringify([one.code, one.sheet, one.row, one.column, one.params]);
    missing.set(key, (missing.get(key) ?? 0) + 1);
    if (!kept.has(key)) kept.set(key, one);
  }
  return [...kept].map(([key, one]) =>
    one.code === 'words_missing' ? { ...one, with: { number: missing.get(key) ?? 1 } } : one,
  );
}
