/** The rows of a workbook that XLSForm can say of a definition. What it cannot say is left out. */
import { languagesOf } from '../../definitions/texts.ts';
import type { Condition, Field, FormDefinition, Group, Section, Text } from '../../definitions/types.ts';
import type { ListOption } from '../../generated/form.ts';
import { getOwn } from '../../json.ts';
import { languageName } from '../../text/languageNames.ts';
import { ANSWER_IN_WORDS } from '../../text/languages.ts';
import { constructOf } from '../constructs.ts';
import { languageNamed } from '../headers.ts';
import { ExpressionWriter } from './expressions.ts';

/** Cells by the head of their column. */
export type WrittenRow = Map<string, string>;

export interface WrittenRows {
  survey: WrittenRow[];
  choices: WrittenRow[];
  settings: WrittenRow;
}

/** An entry of a list, as far as a workbook has it. */
export type WrittenOption = Pick<ListOption, 'value' | 'label'> & Partial<Record<string, unknown>>;

/** Returns the entries of a list that all forms share, or of a type of question with a scale of its own. */
export type ListOf = (name: string) => readonly WrittenOption[] | undefined;

export function writtenRows(definition: FormDefinition, listOf: ListOf): WrittenRows {
  return new Writer(definition, listOf).write();
}

type Block = Pick<Section, 'title'> & { help?: Text; visibleWhen?: Condition };
type TableGroup = Pick<Group, 'group' | 'title' | 'fields'> & { help?: Text };

class Writer {
  readonly #rows: WrittenRows = { survey: [], choices: [], settings: new Map() };
  readonly #definition: FormDefinition;
  readonly #listOf: ListOf;
  readonly #languages: readonly string[];
  readonly #expressions: ExpressionWriter;
  /** Names of the lists that are written already. */
  readonly #lists = new Set<string>();

  constructor(definition: FormDefinition, listOf: ListOf) {
    this.#definition = definition;
    this.#listOf = listOf;
    this.#languages = languagesOf(definition);
    this.#expressions = new ExpressionWriter(definition.fields);
  }

  write(): WrittenRows {
    const { form, version, title, sections, fields } = this.#definition;
    for (const section of sections)
      this.#block(section.id, section, () => {
        for (const entry of section.fields) this.#entry(entry, fields);
      });
    const [source = 'en'] = this.#languages;
    const { settings } = this.#rows;
    settings.set('form_title', getOwn(title as Record<string, string>, source) ?? form);
    settings.set('form_id', form);
    settings.set('version', String(version));
    settings.set('default_language', this.#head(source));
    return this.#rows;
  }

  #entry(entry: string | Group, fields: Record<string, Field>): void {
    if (typeof entry === 'string') this.#question(entry, fields, '');
    else
      this.#block(entry.group, entry as Block, () => {
        for (const name of entry.fields) this.#question(name, fields, '');
      });
  }

  #block(name: string, block: Block, inside: () => void): void {
    const row: WrittenRow = new Map([
      ['type', 'begin_group'],
      ['name', name],
    ]);
    this.#words(row, 'label', block.title);
    this.#words(row, 'hint', block.help);
    set(row, 'relevant', block.visibleWhen && this.#expressions.condition(block.visibleWhen, ''));
    this.#rows.survey.push(row);
    inside();
    this.#rows.survey.push(new Map([['type', 'end_group']]));
  }

  #question(name: string, fields: Record<string, Field>, table: string): void {
    const field = getOwn(fields, name);
    const construct = field && constructOf(field);
    if (!field || !construct) return;
    const path = table === '' ? name : `${table}.${name}`;
    const list = construct.takes && this.#list(field, path);
    const row: WrittenRow = new Map();
    // Without its list a choice is written as a text.
    const isPlain = construct.takes && list === undefined;
    row.set('type', isPlain ? 'text' : [construct.types[0], list].filter(Boolean).join(' '));
    row.set('name', name);
    this.#words(row, 'label', field.label);
    this.#words(row, 'hint', field.help);
    if (!isPlain) set(row, 'appearance', construct.appearance);
    this.#rules(row, field, path, table);
    this.#rows.survey.push(row);
    if (!field.columns) return;
    this.#columns(field, path);
    this.#rows.survey.push(new Map([['type', 'end_repeat']]));
  }

  /** Columns in their order; a group of them stands where its first one does. */
  #columns({ columns = {}, groups }: Field, path: string): void {
    const all = (groups ?? []) as TableGroup[];
    const inGroups = new Set(all.flatMap(({ fields }) => fields));
    for (const name of Object.keys(columns)) {
      const group = all.find(({ fields }) => fields[0] === name);
      if (group)
        this.#block(group.group, group, () => {
          for (const one of group.fields) this.#question(one, columns, path);
        });
      else if (!inGroups.has(name)) this.#question(name, columns, path);
    }
  }

  /** Writes the list of a question unless it is there, and returns its name. */
  #list(field: Field, path: string): string | undefined {
    const { choices, options, type } = field;
    const own = (this.#definition.lists ?? {}) as unknown as Record<string, readonly WrittenOption[]>;
    const name = (choices?.replace(/^#/, '') ?? (options ? path : type)).toLowerCase().replaceAll('.', '_');
    const given = options as unknown as readonly WrittenOption[] | undefined;
    const entries = choices?.startsWith('#') ? getOwn(own, name) : (given ?? this.#listOf(choices ?? type));
    if (!entries || entries.length === 0) return undefined;
    if (!this.#lists.has(name)) this.#options(name, entries);
    this.#lists.add(name);
    return name;
  }

  #options(list: string, options: readonly WrittenOption[]): void {
    for (const option of options) {
      const row: WrittenRow = new Map([
        ['list_name', list],
        ['name', option.value],
      ]);
      this.#words(row, 'label', option.label);
      for (const [key, value] of Object.entries(option))
        if (typeof value === 'string' && key !== 'value') row.set(key, value);
      this.#rows.choices.push(row);
    }
  }

  #rules(row: WrittenRow, field: Field, path: string, table: string): void {
    const isAsked = !['derived', 'hidden', 'note'].includes(field.type);
    const { visibleWhen, requiredWhen, derived, count, filter, limits } = field;
    set(row, 'relevant', visibleWhen && this.#expressions.condition(visibleWhen, table));
    if (isAsked && field.required) row.set('required', 'yes');
    else if (isAsked) set(row, 'required', requiredWhen && this.#expressions.condition(requiredWhen, table));
    if (row.has('required')) this.#words(row, 'required_message', getOwn(field.messages ?? {}, 'required'));
    const worked = typeof derived?.expr === 'string' ? derived.expr : undefined;
    set(row, 'calculation', worked && this.#expressions.xpath(worked, table));
    set(row, 'repeat_count', count && this.#expressions.xpath(count.expr, table));
    set(row, 'choice_filter', filter && this.#expressions.xpath(filter, table));
    if (isAsked && field.default && !field['ui:readonly'])
      set(row, 'default', this.#expressions.initial(field.default, table));
    if (field.type === 'range' && limits) {
      const { minimum, maximum, multipleOf } = limits;
      row.set('parameters', `start=${minimum ?? 0} end=${maximum ?? 10} step=${multipleOf ?? 1}`);
    }
    const rule = this.#definition.constraints?.find(({ at, reason }) => at === path && reason === undefined);
    const xpath = rule && this.#expressions.xpath(rule.expr, table, path.split('.').at(-1));
    if (!rule || xpath === undefined || !isAsked) return;
    row.set('constraint', xpath);
    this.#words(row, 'constraint_message', rule.message);
  }

  #words(row: WrittenRow, key: string, text: Text | undefined): void {
    for (const tag of this.#languages) {
      const words = text && getOwn(text as Record<string, string>, tag);
      if (words) row.set(`${key}::${this.#head(tag)}`, words.replace(ANSWER_IN_WORDS, '$${$1}'));
    }
  }

  /** A language by its name and tag, or by its tag where its name is read as another. */
  #head(tag: string): string {
    const named = `${languageName(tag)} (${tag})`;
    return languageNamed(named) === tag ? named : tag;
  }
}

function set(row: WrittenRow, head: string, text: string | undefined): void {
  if (text !== undefined && text !== '') row.set(head, text);
}
