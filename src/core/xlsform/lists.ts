/** Lists of options: those of the sheets `choices` and `external_choices`, and of files that questions name. */
import { freeName } from '../edit/names.ts';
import type { ListOption } from '../generated/form.ts';
import { RESERVED_NAMES } from '../getOwn.ts';
import type { Ledger } from './ledger.ts';
import { mended } from './outline.ts';
import { OWN } from './own.ts';
import { fileName, type Workbook } from './read.ts';
import type { Cell, Row } from './types.ts';
import { textOf, wordsIn } from './words.ts';
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

export class Lists {
  /** In the order in which questions name them. */
  readonly used = new Map<string, OptionList>();
  readonly #rows = new Map<string, Row[]>();
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

  #add(row: Row, before: string): void {
    const cell = row.cells.get('list_name');
    if (!cell) {
      this.#ledger.loseRow(row, 'code_missing');
      return;
    }
    const name = before + mended(cell, this.#ledger);
    const rows = this.#rows.get(name);
    if (rows) rows.push(row);
    else this.#rows.set(name, [row]);
  }

  /** Names that a workbook may say, for “did you mean”. */
  names(): Iterable<string> {
    return this.#rows.keys();
  }

  /** Returns a list; undefined if the workbook does not have it. */
  list(written: string, isExternal: boolean): OptionList | undefined {
    const key = (isExternal ? EXTERNAL : '') + written;
    return this.#made(key, written, this.#rows.get(key));
  }

  /** Returns the list of a file; undefined if the file did not come with the workbook. */
  file(written: string, code = 'name', label = 'label'): OptionList | undefined {
    const key = `file:${fileName(written)}`;
    const rows = this.#workbook.files.get(fileName(written));
    return this.#made(
      key,
      fileName(written),
      rows?.map((row) => asOption(row, code, label, this.#workbook.languages[0] ?? 'en')),
    );
  }

  #made(key: string, written: string, rows: readonly Row[] | undefined): OptionList | undefined {
    const known = this.used.get(key);
    if (known || !rows) return known;
    const stem =
      written
        .toLowerCase()
        .replace(/[^a-z0-9_-]+/g, '_')
        .replace(/^[^a-z]+/, '') || 'list';
    const name = freeName(RESERVED_NAMES.has(stem) ? `${stem}_list` : stem, this.#names);
    this.#names.add(name);
    const made = this.#options(rows, name);
    // A list needs an option.
    if (made.options.length === 0) return undefined;
    this.used.set(key, made);
    return made;
  }

  #options(rows: readonly Row[], name: string): OptionList {
    const codes = new Map<string, string>();
    const attributes = new Map<string, string>();
    const taken = new Set<string>();
    const options: ListOption[] = [];
    for (const row of rows) {
      const cell = row.cells.get('name');
      if (!cell) {
        this.#ledger.loseRow(row, 'code_missing');
        continue;
      }
      const written = mended(cell, this.#ledger);
      if (codes.has(written)) {
        this.#ledger.loseRow(row, 'code_twice', { name: written });
        continue;
      }
      const value = this.#code(written, cell, taken);
      codes.set(written, value);
      const at = `/lists/${name}/${options.length}`;
      const label = wordsIn(row, 'label', this.#scope, this.#ledger, `${at}/label`);
      this.#ledger.carry(row.cells.get('list_name'));
      this.#ledger.carry(cell, at);
      const further = this.#attributes(row, attributes, at);
      options.push({ value, label: textOf(label ?? {}, this.#workbook.languages, written), ...further });
    }
    return { name, options, codes, attributes };
  }

  #code(written: string, cell: Cell, taken: Set<string>): string {
    const plain = CODE.test(written)
      ? written
      : written.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^[^A-Za-z0-9]+/, '');
    const value = freeName(plain === '' ? 'option' : plain, taken);
    taken.add(value);
    if (value !== written) this.#ledger.note(cell, 'changed', 'code_renamed', { name: written, now: value });
    return value;
  }

  /** Further columns of the sheet are attributes of options, which filters read. */
  #attributes(row: Row, names: Map<string, string>, at: string): Record<string, string> {
    const found: [string, string][] = [];
    for (const [key, cell] of row.cells) {
      if (!this.#ledger.isOpen(cell) || key.startsWith('\0') || key.startsWith(OWN)) continue;
      const known = names.get(key);
      const name = known ?? this.#attributeName(key, cell, new Set(names.values()));
      names.set(key, name);
      found.push([name, cell.text]);
      this.#ledger.carry(cell, `${at}/${name}`);
    }
    return Object.fromEntries(found);
  }

  #attributeName(key: string, cell: Cell, taken: ReadonlySet<string>): string {
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

/** A row of a file as one of the sheet of options: other columns may be its code and its label. */
function asOption(row: Row, code: string, label: string, source: string): Row {
  const cells = new Map<string, Cell>();
  for (const [key, cell] of row.cells) {
    if (key === code.toLowerCase()) cells.set('name', cell);
    else if (key === label.toLowerCase()) cells.set(`label::${source}`, cell);
    else cells.set(key, cell);
  }
  return { ...row, cells };
}
