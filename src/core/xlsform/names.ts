/** Stored names for the names of a workbook, what each of them holds, and how they are found from where they are read. */
import { tablePath } from '../edit/draft.ts';
import { freeName } from '../edit/names.ts';
import { RESERVED_NAMES } from '../json.ts';
import type { Ledger } from './ledger.ts';
import type { SurveyBlock, SurveyEntry, SurveyQuestion } from './outline.ts';
import type { AnswerKind, QuestionAnswer, Scope } from './xpath/scope.ts';

/** Words that the language of expressions keeps for itself. */
const KEPT = new Set([
  ...['as', 'break', 'const', 'continue', 'else', 'false', 'for', 'function', 'if', 'import', 'in', 'let', 'loop'],
  ...[
    'namespace',
    'null',
    'package',
    'return',
    'true',
    'var',
    'void',
    'while',
    'option',
    'user',
    'record',
    'parent',
    'last',
    'row',
  ],
]);

/** Returns a stored name: letters of the Latin alphabet, digits and `_`, beginning with a letter. */
function plainName(written: string, stem: string): string {
  const plain = written
    .replace(/(?<![^A-Za-z0-9_])[^A-Za-z0-9_]+$/, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+/, '');
  const found = /^[A-Za-z]/.test(plain) ? plain : plain === '' ? stem : `${stem}_${plain}`;
  return KEPT.has(found) || RESERVED_NAMES.has(found) ? `${found}_` : found;
}

/** The stored name of a question of the workbook, if no other one has it. */
export const toStoredName = (written: string): string => plainName(written, 'question');

/** The name of a section or group. */
function blockName(written: string, stem: string): string {
  return plainName(written, stem).toLowerCase();
}

/** Names that are taken, whatever the case of their letters: columns of a database do not tell it apart. */
class Taken {
  readonly #names = new Set<string>();

  take(wanted: string, around: string): string {
    const isFree = (name: string) => !this.#names.has(name.toLowerCase());
    const tried = [wanted, around === '' ? wanted : `${around}_${wanted}`].find(isFree);
    const found = tried ?? this.#free(wanted);
    this.#names.add(found.toLowerCase());
    return found;
  }

  #free(stem: string): string {
    const free = freeName(stem.toLowerCase(), this.#names);
    return stem + free.slice(stem.length);
  }
}

/** Gives every question, group and repeat its name. Renames what a definition cannot say, with the group in front where two are the same. */
export function assignEntryNames(entries: readonly SurveyEntry[], ledger: Ledger): void {
  const groups = new Taken();
  const give = (inside: readonly SurveyEntry[], table: string, taken: Taken, around: string): void => {
    const seen = new Set<string>();
    for (const entry of inside) {
      entry.table = table;
      const stem = entry.kind === 'question' ? 'question' : entry.kind;
      const isGroup = entry.kind === 'group';
      const wanted = isGroup ? blockName(entry.written, stem) : plainName(entry.written, stem);
      entry.name = isGroup ? groups.take(wanted, around) : taken.take(wanted, around);
      if (entry.written !== '' && entry.name !== entry.written)
        ledger.note(
          entry.row.cells.get('name') ?? { ...entry.row, column: '' },
          'changed',
          seen.has(entry.written) ? 'name_twice' : 'renamed',
          { name: entry.written, now: entry.name },
        );
      seen.add(entry.written);
      if (entry.kind === 'group') give(entry.items, table, taken, entry.name);
      if (entry.kind === 'repeat') give(entry.items, entryPath(entry), new Taken(), entry.name);
    }
  };
  give(entries, '', new Taken(), '');
}

/** Returns the path of a table, or of a question in its table. */
export function entryPath({ table, name }: Pick<SurveyEntry, 'table' | 'name'>): string {
  return table === '' ? name : `${table}.${name}`;
}

/** All questions, and repeats, in their order. */
export function* questionsIn(entries: readonly SurveyEntry[]): Generator<SurveyQuestion | SurveyBlock> {
  for (const entry of entries) {
    if (entry.kind !== 'group') yield entry;
    if (entry.kind !== 'question') yield* questionsIn(entry.items);
  }
}

/** A calculation that is the label of a chosen option. */
const LABEL = /^jr:choice-name\(\s*\$\{\s*([^{}\s]+)\s*\}\s*,[^()]*\)$/;

/** Finds what a name stands for, the nearest table first. */
export class EntryNames {
  /** By name, and by the table that it stands in. Of two in the same table the first counts. */
  readonly #byName = new Map<string, Map<string, QuestionAnswer>>();

  /** `kindOf` is asked when a name is read, since a calculation has the kind of its expression. */
  constructor(
    entries: readonly SurveyEntry[],
    kindOf: (entry: SurveyQuestion | SurveyBlock) => AnswerKind,
    codesOf: (entry: SurveyQuestion) => ReadonlyMap<string, string> | undefined,
  ) {
    for (const entry of questionsIn(entries)) {
      if (entry.written === '') continue;
      const { name, table } = entry;
      const known: QuestionAnswer = {
        name,
        table,
        labelOf: LABEL.exec(entry.row.cells.get('calculation')?.text ?? '')?.[1],
        get kind() {
          return kindOf(entry);
        },
        get codes() {
          return entry.kind === 'question' ? codesOf(entry) : undefined;
        },
      };
      const byTable = this.#byName.get(entry.written) ?? new Map<string, QuestionAnswer>();
      this.#byName.set(entry.written, byTable);
      if (!byTable.has(table)) byTable.set(table, known);
    }
  }

  /** Where an expression of a question stands; without one, at the form. */
  scope(table: string, self?: string): Scope {
    const find = (name: string) => this.#find(name, table);
    return { find, names: () => this.#byName.keys(), table, self: self === undefined ? undefined : find(self) };
  }

  #find(name: string, table: string): QuestionAnswer | undefined {
    const byTable = this.#byName.get(name);
    if (!byTable) return undefined;
    for (let around = table; ; around = tablePath(around)) {
      const found = byTable.get(around);
      if (found) return found;
      if (around === '') return byTable.values().next().value;
    }
  }
}
