/** Words of a workbook in the languages of the form, with the answers that stand in them. */
import type { Text } from '../definitions/types.ts';
import { getOwn } from '../json.ts';
import type { Ledger } from './ledger.ts';
import { mendWords } from './mend.ts';
import type { WorkbookCell, WorkbookRow } from './types.ts';
import { isInScope, type Scope } from './xpath/scope.ts';
import { normalizeSheetName, REFERENCE } from './xpath/tree.ts';

const TAGS = /<\/?[a-zA-Z][^<>]{0,500}>/g;
const MARKS = /(\*\*|__)(?=\S)(.{1,2000}?)\1/g;

/**
 * Returns the words of a column in every language that has some; undefined if there are none. A message of the form itself, such
 * as that of `required`, names no answers.
 */
export function translationsInRow(
  row: WorkbookRow,
  key: string,
  scope: Scope,
  ledger: Ledger,
  pointer: string,
): Record<string, string> | undefined {
  const words: Record<string, string> = {};
  for (const [column, cell] of row.cells) {
    if (!column.startsWith(`${key}::`)) continue;
    const tag = column.slice(key.length + 2);
    const text = inDefinition(cell, tag, /\/messages\//.test(pointer) ? withoutAnswers(scope) : scope, ledger);
    if (text === '') continue;
    words[tag] = text;
    ledger.carry(cell, `${pointer}/${tag}`);
  }
  return Object.keys(words).length > 0 ? words : undefined;
}

function withoutAnswers(scope: Scope): Scope {
  return {
    ...scope,
    find: (name) => {
      const known = scope.find(name);
      return known && { ...known, kind: 'other' };
    },
  };
}

/** Returns a text with every language of the form that it has, the source first, which must have it. */
export function toFormText(words: Record<string, string>, languages: readonly string[], without: string): Text {
  const [source = 'en'] = languages;
  return { [source]: without, ...words } as Text;
}

function inDefinition(cell: WorkbookCell, tag: string, scope: Scope, ledger: Ledger): string {
  const { text, mended } = mendWords(cell.text, tag);
  if (mended.length > 0) ledger.note(cell, 'changed', 'mended', { kinds: mended });
  const plain = text
    .replace(TAGS, '')
    .replace(MARKS, '$2')
    .replace(/^#{1,6}\s+/gm, '');
  const said = plain.replace(/(?<![${])\{(\w+)\}(?!\})/g, '($1)');
  if (said !== text) ledger.note(cell, 'changed', 'markup_removed');
  const noted = new Set<string>();
  return said
    .replace(REFERENCE, (_all, name: string) => answerInWords(normalizeSheetName(name), cell, scope, ledger, noted))
    .trim();
}

/** Answers of a cell that cannot be said, of which so many are named. */
const MOST_NAMED = 20;

function answerInWords(name: string, cell: WorkbookCell, scope: Scope, ledger: Ledger, noted: Set<string>): string {
  const named = scope.find(name);
  // Here words say the label of an option, for which XLSForm needs a calculation.
  const known = named?.labelOf === undefined ? named : (scope.find(named.labelOf) ?? named);
  if (known && known.kind !== 'rows' && known.kind !== 'other' && isInScope(scope, known.table))
    return `{${known.name}}`;
  if (!noted.has(name) && noted.size < MOST_NAMED)
    ledger.note(cell, 'lost', known ? 'reference_rows' : 'reference_unknown', { name });
  noted.add(name);
  return '…';
}

/** Returns the words of a hint with those of a guidance below them. */
export function joinedWords(
  hint: Record<string, string> | undefined,
  guidance: Record<string, string> | undefined,
): Record<string, string> | undefined {
  if (!hint || !guidance) return hint ?? guidance;
  const tags = new Set([...Object.keys(hint), ...Object.keys(guidance)]);
  return Object.fromEntries(
    [...tags].map((tag) => [tag, [getOwn(hint, tag), getOwn(guidance, tag)].filter(Boolean).join('\n')]),
  );
}
