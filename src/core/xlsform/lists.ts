/** Lists of options: those of the sheets `choices` and `external_choices`, and of files that questions name. */
import { attributesOf } from '../definitions/lists.ts';
import { freeName } from '../edit/names.ts';
import { compileExpression, type Program } from '../expressions/program.ts';
import {
  filterExpression,
  filterTypes,
  OPTION_TYPES,
  OPTIONS_VARIABLE,
  ROW_LIMIT,
  readsToday,
} from '../expressions/types.ts';
import type { ListOption } from '../generated/form.ts';
import { RESERVED_NAMES } from '../json.ts';
import { EXTERNAL as SELECT_EXTERNAL } from './constructs.ts';
import type { Ledger } from './ledger.ts';
import { mendName } from './mend.ts';
import { mendedText, parametersOf, type SurveyQuestion } from './outline.ts';
import { OWN_COLUMN_PREFIX } from './own.ts';
import { baseFileName } from './read.ts';
import type { Workbook, WorkbookCell, WorkbookRow } from './types.ts';
import { toFormText, translationsInRow } from './words.ts';
import type { Scope } from './xpath/scope.ts';

export interface OptionList {
  /** Its name in the definition. */
  name: string;
  options: ListOption[];
  /** Codes of the definition by those of the workbook. */
  codes: ReadonlyMap<string, string>;
  /** Attributes by the name of their column. */
  attributes: ReadonlyMap<string, string>;
}

const CODE = /^-?[A-Za-z0-9][A-Za-z0-9_.-]*$/;
/** Keys of an option that hold something else. */
const OF_OPTION = new Set(['value', 'label', 'hint', 'exclusive', 'media', 'origin']);

export class ListResolver {
  /** In the order in which questions name them. */
  readonly used = new Map<string, OptionList>();
  readonly #rows = new Map<string, WorkbookRow[]>();
  readonly #files = new Map<string, readonly WorkbookRow[]>();
  readonly #codesBy = new Map<string, ReadonlyMap<string, string>>();
  #renamed: ReadonlyMap<string, string> | undefined;
  readonly #names = new Set<string>();
  readonly #workbook: Workbook;
  readonly #ledger: Ledger;
  readonly #scope: Scope;

  constructor(workbook: Workbook, scope: Scope, ledger: Ledger) {
    this.#workbook = workbook;
    this.#scope = scope;
    this.#ledger = ledger;
    for (const row of workbook.choices) this.#add(row, '');
    for (const row of workbook.external) this.#add(row, EXTERNAL);
  }

  #add(row: WorkbookRow, before: string): void {
    const cell = row.cells.get('list_name');
    if (!cell) {
      this.#ledger.loseRow(row, 'code_missing');
      return;
    }
    const name = before + mendedText(cell, this.#ledger);
    const rows = this.#rows.get(name);
    if (rows) rows.push(row);
    else this.#rows.set(name, [row]);
  }

  /** Names that a workbook may say, for “did you mean”. */
  names(): Iterable<string> {
    return this.#rows.keys();
  }

  /** Returns the list of a question; undefined if neither the workbook nor a file beside it has it. */
  of(question: SurveyQuestion): OptionList | undefined {
    const { key, written, rows } = this.#source(question);
    const known = this.used.get(key);
    if (known || !rows) return known;
    const stem =
      written
        .toLowerCase()
        .replace(/[^a-z0-9_-]+/g, '_')
        .replace(/^[^a-z]+/, '') || 'list';
    const name = freeName(RESERVED_NAMES.has(stem) ? `${stem}_list` : stem, this.#names);
    this.#names.add(name);
    const made = this.#options(rows, name, this.#codes(key, rows));
    // A list needs an option.
    if (made.options.length === 0) return undefined;
    this.used.set(key, made);
    return made;
  }

  /** Returns the list that a filter leaves which reads no answer; undefined for another filter. */
  narrowed(list: OptionList, filter: string): OptionList | undefined {
    const key = `${list.name}:${filter}`;
    const known = this.used.get(key);
    const program = known ? undefined : constantFilter(filter, list.options);
    if (!program) return known;
    const steps = Array.from({ length: Math.ceil(list.options.length / ROW_LIMIT) }, (_, at) => at * ROW_LIMIT);
    const values = new Set(
      steps.flatMap((at) => program.run({ [OPTIONS_VARIABLE]: list.options.slice(at, at + ROW_LIMIT) }) as string[]),
    );
    if (values.size === 0) return undefined;
    if (values.size === list.options.length) return list;
    const name = freeName(list.name, this.#names);
    this.#names.add(name);
    const made = { ...list, name, options: list.options.filter(({ value }) => values.has(value)) };
    this.used.set(key, made);
    return made;
  }

  /** Returns stored codes by those of the workbook. */
  codesOf(question: SurveyQuestion): ReadonlyMap<string, string> | undefined {
    const { key, rows } = this.#source(question);
    return rows && this.#codes(key, rows);
  }

  #source({ type: { construct, list = '' }, row }: SurveyQuestion): {
    key: string;
    written: string;
    rows?: readonly WorkbookRow[];
  } {
    if (construct.takes !== 'file') {
      const key = (construct.types === SELECT_EXTERNAL ? EXTERNAL : '') + list;
      const rows = construct.takes ? this.#rows.get(key) : undefined;
      return { key, written: list, ...(rows && { rows }) };
    }
    const written = baseFileName(list);
    const key = `file:${written}`;
    const file = this.#workbook.files.get(written);
    if (!file) return { key, written };
    const { value = 'name', label = 'label' } = parametersOf(row.cells.get('parameters'));
    const known = this.#files.get(key);
    const rows = known ?? file.map((one) => asOption(one, value, label, this.#workbook.languages[0] ?? 'en'));
    this.#files.set(key, rows);
    return { key, written, rows };
  }

  /** Codes that are stored in another way than the workbook writes them, of all its lists. */
  get renamed(): ReadonlyMap<string, string> {
    this.#renamed ??= new Map(
      [...this.#rows].flatMap(([key, rows]) => [...this.#codes(key, rows)].filter(([code, stored]) => code !== stored)),
    );
    return this.#renamed;
  }

  #codes(key: string, rows: readonly WorkbookRow[]): ReadonlyMap<string, string> {
    const known = this.#codesBy.get(key);
    if (known) return known;
    const codes = new Map<string, string>();
    const taken = new Set<string>();
    for (const { cells } of rows) {
      const written = mendName(cells.get('name')?.text ?? '').text;
      if (written === '' || codes.has(written)) continue;
      const value = freeName(codeOf(written), taken);
      taken.add(value);
      codes.set(written, value);
    }
    this.#codesBy.set(key, codes);
    return codes;
  }

  #options(rows: readonly WorkbookRow[], name: string, codes: ReadonlyMap<string, string>): OptionList {
    const attributes = new Map<string, string>();
    const seen = new Set<string>();
    const options: ListOption[] = [];
    for (const row of rows) {
      const cell = row.cells.get('name');
      if (!cell) {
        this.#ledger.loseRow(row, 'code_missing');
        continue;
      }
      const written = mendedText(cell, this.#ledger);
      if (seen.has(written)) {
        this.#ledger.loseRow(row, 'code_twice', { name: written });
        continue;
      }
      seen.add(written);
      const value = codes.get(written) ?? written;
      if (value !== written) this.#ledger.note(cell, 'changed', 'code_renamed', { name: written, now: value });
      const at = `/lists/${name}/${options.length}`;
      const label = translationsInRow(row, 'label', this.#scope, this.#ledger, `${at}/label`);
      this.#ledger.carry(row.cells.get('list_name'));
      this.#ledger.carry(cell, at);
      const further = this.#attributes(row, attributes, at);
      options.push({ value, label: toFormText(label ?? {}, this.#workbook.languages, written), ...further });
    }
    return { name, options, codes, attributes };
  }

  /** Further columns of the sheet are attributes of options, which filters read. */
  #attributes(row: WorkbookRow, names: Map<string, string>, at: string): Record<string, string> {
    const found: [string, string][] = [];
    for (const [key, cell] of row.cells) {
      if (!this.#ledger.isOpen(cell) || key.startsWith('\0') || key.startsWith(OWN_COLUMN_PREFIX)) continue;
      const known = names.get(key);
      const name = known ?? this.#attributeName(key, cell, new Set(names.values()));
      names.set(key, name);
      // A column of a list often has codes of another one.
      const stored = this.renamed.get(mendName(cell.text).text) ?? cell.text;
      if (stored !== cell.text) this.#ledger.note(cell, 'changed', 'code_renamed', { name: cell.text, now: stored });
      found.push([name, stored]);
      this.#ledger.carry(cell, `${at}/${name}`);
    }
    return Object.fromEntries(found);
  }

  #attributeName(key: string, cell: WorkbookCell, taken: ReadonlySet<string>): string {
    const plain = key.replace(/[^a-z0-9_]+/g, '_').replace(/^[^a-z]+/, '');
    const stem = plain === '' || OF_OPTION.has(plain) || RESERVED_NAMES.has(plain) ? `${plain || 'column'}_` : plain;
    const name = freeName(stem, taken);
    if (name !== key) this.#ledger.note(cell, 'changed', 'attribute_renamed', { name: cell.header, now: name });
    return name;
  }

  /** Loses the rows of lists that no question names. */
  loseUnused(): void {
    for (const [key, rows] of this.#rows) {
      if (this.used.has(key)) continue;
      const name = key.startsWith(EXTERNAL) ? key.slice(EXTERNAL.length) : key;
      for (const row of rows)
        for (const cell of row.cells.values())
          if (this.#ledger.isOpen(cell)) this.#ledger.loseOnce(cell, 'list_unused', { name });
    }
  }
}

const EXTERNAL = 'external:';

function constantFilter(filter: string, options: readonly ListOption[]): Program | undefined {
  const types = filterTypes({}, { ...attributesOf(options), ...OPTION_TYPES });
  const compiled = compileExpression(filterExpression(filter).expr, types);
  return 'program' in compiled && !readsToday(filter) ? compiled.program : undefined;
}

/** Returns a code as it may be stored. */
function codeOf(written: string): string {
  if (CODE.test(written)) return written;
  const plain = written.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^[^A-Za-z0-9]+/, '');
  return plain === '' ? 'option' : plain;
}

/** A row of a file as one of the sheet of options: other columns may be its code and its label. */
function asOption(row: WorkbookRow, code: string, label: string, source: string): WorkbookRow {
  const cells = new Map<string, WorkbookCell>();
  for (const [key, cell] of row.cells) {
    if (key === code.toLowerCase()) cells.set('name', cell);
    else if (key === label.toLowerCase()) cells.set(`label::${source}`, cell);
    else cells.set(key, cell);
  }
  return { ...row, cells };
}
