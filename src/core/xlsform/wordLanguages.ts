/** In which languages the words of a workbook are, also those of columns that name none. */
import { languageNamed } from './headers.ts';
import type { Ledger } from './ledger.ts';
import type { Workbook, WorkbookCell, WorkbookRow } from './types.ts';

/** Most languages of a form. */
const MOST_LANGUAGES = 24;

export const isTextColumnKey = (key: string): boolean => WORD_KEY.test(key);

const WORD_KEY = /^(label|hint|guidance_hint|constraint_message|required_message)(?:::(.+))?$/;

/**
 * Returns the languages, the source first, and the rows with the words of columns without a language under the tag they have:
 * `default_language`, or else the one whose letters they are written in.
 */
export function withLanguages(
  found: Pick<Workbook, 'survey' | 'choices' | 'external'>,
  settings: WorkbookRow | undefined,
  ledger: Ledger,
): Pick<Workbook, 'survey' | 'choices' | 'external' | 'languages'> {
  const all = [...found.survey, ...found.choices, ...found.external];
  const counts = new Map<string, number>();
  const plain: string[] = [];
  for (const { cells } of all)
    for (const [key, { text }] of cells) {
      const [, base, tag] = WORD_KEY.exec(key) ?? [];
      if (tag !== undefined) counts.set(tag, (counts.get(tag) ?? 0) + (base === 'label' ? 1 : 0));
      else if (base !== undefined) plain.push(text);
    }
  const named = settings?.cells.get('default_language');
  const wanted = named && named.text.toLowerCase() !== 'default' ? languageNamed(named.text) : undefined;
  const isTwice = (tag: string) =>
    all.some(({ cells }) => [...cells.keys()].some((key) => WORD_KEY.test(key) && cells.has(`${key}::${tag}`)));
  const assumed = plain.length === 0 ? undefined : plainLanguage(plain, wanted, counts, isTwice);
  const [first] = all;
  if (assumed !== undefined && assumed !== wanted && first)
    ledger.note({ ...first, column: '' }, 'changed', 'language_assumed', { language: assumed });
  if (assumed !== undefined) counts.set(assumed, (counts.get(assumed) ?? 0) + plain.length);
  const tags = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const isFull = (tag: string) => (counts.get(tag) ?? 0) * 10 >= (counts.get(tags[0] as string) ?? 0) * 9;
  const source = wanted !== undefined && counts.has(wanted) && isFull(wanted) ? wanted : tags[0];
  const order = [...counts.keys()].filter((tag) => tag !== source);
  const languages = source === undefined ? [wanted ?? 'en'] : [source, ...order];
  const kept = languages.slice(0, MOST_LANGUAGES);
  if (named && wanted !== undefined && counts.size > 0 && !counts.has(wanted))
    ledger.lose(named, 'language_unused', { language: named.text });
  const withTags = (rows: readonly WorkbookRow[]) => rows.map((row) => tagged(row, assumed, new Set(kept), ledger));
  return {
    survey: withTags(found.survey),
    choices: withTags(found.choices),
    external: withTags(found.external),
    languages: kept,
  };
}

function plainLanguage(
  words: readonly string[],
  wanted: string | undefined,
  others: ReadonlyMap<string, number>,
  isTwice: (tag: string) => boolean,
): string {
  if (wanted !== undefined && !isTwice(wanted)) return wanted;
  const inArabic = words.filter((one) => /[\u0600-\u06ff]/.test(one)).length * 2 > words.length;
  const isPashto = words.some((one) => /[ټډړږښڼېۍځڅ]/.test(one));
  const guessed = inArabic ? (isPashto ? 'ps' : 'fa') : 'en';
  // One sheet may name the language, and another one not.
  return others.has(guessed) && isTwice(guessed) ? (wanted ?? 'und') : guessed;
}

function tagged(row: WorkbookRow, assumed: string | undefined, kept: ReadonlySet<string>, ledger: Ledger): WorkbookRow {
  const cells = new Map<string, WorkbookCell>();
  for (const [key, cell] of row.cells) {
    const [, base, tag] = WORD_KEY.exec(key) ?? [];
    if (base === undefined) cells.set(key, cell);
    else if (tag !== undefined && !kept.has(tag))
      ledger.loseOnce(cell, 'languages_many', { column: cell.header, most: MOST_LANGUAGES });
    else if (tag === undefined && assumed !== undefined && row.cells.has(`${base}::${assumed}`))
      ledger.loseOnce(cell, 'column_twice', { column: cell.header, sheet: cell.sheet });
    else cells.set(`${base}::${tag ?? assumed ?? ''}`, cell);
  }
  return { ...row, cells };
}
