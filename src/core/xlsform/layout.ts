/** Groups and repeats of a workbook as sections, groups and tables. */
import type { Condition, Field, Group, Section, Text } from '../definitions/types.ts';
import { type DraftFields, fieldPointerOf } from '../edit/draft.ts';
import { freeName } from '../edit/names.ts';
import { isLayout } from './columns.ts';
import type { Ledger } from './ledger.ts';
import { addedText, type ImportContext } from './making.ts';
import { entryPath, questionsIn } from './names.ts';
import { appearancesOf, type SurveyBlock, type SurveyEntry, type SurveyQuestion } from './outline.ts';
import { QuestionMaker } from './question.ts';
import { conditionIn, parseYesNo, valueIn } from './rules.ts';
import type { WorkbookRow } from './types.ts';
import { toFormText, translationsInRow } from './words.ts';
import { referencesIn } from './xpath/tree.ts';

export interface LaidOutForm {
  sections: Section[];
  fields: DraftFields;
}

/** Most rows that an expression reads. */
const MOST_ROWS = 1000;

/** Conditions of the groups around that have no place of their own, and the names that they must not decide about. */
interface Around {
  conditions: readonly { condition: Condition; reads: ReadonlySet<string> }[];
}

const NOTHING: Around = { conditions: [] };

export class Layout {
  readonly #making: ImportContext;
  readonly #title: Text;

  constructor(making: ImportContext, title: Text) {
    this.#making = making;
    this.#title = title;
  }

  get #ledger(): Ledger {
    return this.#making.ledger;
  }

  /** Groups of the first level are sections; questions between them have sections of their own. */
  lay(entries: readonly SurveyEntry[]): LaidOutForm {
    const sections: Section[] = [];
    const fields: DraftFields = {};
    let loose: Section | undefined;
    const taken = new Set(entries.filter(({ kind }) => kind === 'group').map(({ name }) => name));
    let unseen: string[] = [];
    for (const entry of entries) {
      if (entry.kind === 'group') {
        loose = undefined;
        unseen = this.#section(entry, sections, fields, unseen);
        continue;
      }
      // What nobody sees needs no section of its own.
      if (!loose && isUnseen(entry)) {
        const last = sections.at(-1);
        const near = last && !last.visibleWhen ? last.fields : unseen;
        near.push(...this.#place(entry, fields, NOTHING));
        continue;
      }
      if (!loose) {
        loose = { id: freeName('questions', taken), title: this.#title, fields: [] as unknown as Section['fields'] };
        taken.add(loose.id);
        loose.fields.push(...unseen);
        unseen = [];
        sections.push(loose);
        if (entries.some(({ kind }) => kind === 'group'))
          this.#ledger.note({ ...entry.row, column: '' }, 'changed', 'section_made', { name: entry.written });
      }
      loose.fields.push(...this.#place(entry, fields, NOTHING));
    }
    if (unseen.length > 0)
      sections.push({ id: freeName('questions', taken), title: this.#title, fields: unseen as never });
    return { sections: sections.filter((one) => one.fields.length > 0), fields };
  }

  /** Returns what of `before` has no place in it: it would exist only under the section's condition. */
  #section(block: SurveyBlock, sections: Section[], fields: DraftFields, before: string[]): string[] {
    const pointer = `/sections/${sections.length}`;
    const { head, around } = this.#head(block, pointer, NOTHING);
    const first = head.visibleWhen ? [] : before;
    const section = { id: block.name, ...head, fields: [...first] as unknown as Section['fields'] } as Section;
    for (const entry of block.items) {
      if (entry.kind !== 'group') section.fields.push(...this.#place(entry, fields, around));
      else {
        const group = this.#group(entry, `${pointer}/fields/${section.fields.length}`, fields, around);
        if (group) section.fields.push(group);
      }
    }
    if (section.fields.length > first.length) {
      sections.push(section);
      return head.visibleWhen ? before : [];
    }
    this.#ledger.loseRow(block.row, 'group_empty', { name: block.written });
    return before;
  }

  #group(block: SurveyBlock, pointer: string, fields: DraftFields, around: Around): Group | undefined {
    const { head, around: inner } = this.#head(block, pointer, around);
    const names = block.items.flatMap((entry) => this.#place(entry, fields, inner));
    if (names.length > 0) return { group: block.name, ...head, fields: names as Group['fields'] } as Group;
    this.#ledger.loseRow(block.row, 'group_empty', { name: block.written });
    return undefined;
  }

  /** Returns the names of what was placed: a question, a table, or the questions of a group that has no place of its own. */
  #place(entry: SurveyEntry, fields: DraftFields, around: Around): string[] {
    if (entry.kind === 'question') return this.#question(entry, fields, around);
    if (entry.kind === 'repeat') return this.#repeat(entry, fields, around);
    const heading = this.#heading(entry, fields, around);
    const inner = this.#pushed(entry, around);
    return [...heading, ...entry.items.flatMap((one) => this.#place(one, fields, inner))];
  }

  #question(question: SurveyQuestion, fields: DraftFields, around: Around): string[] {
    const field = new QuestionMaker(question, this.#making).make(conditionsFor(question.written, around));
    fields[question.name] = field as Field;
    if (!question.type.orOther || !field.choices) return [question.name];
    const other = freeName(`${question.name}_other`, { has: (name) => Object.hasOwn(fields, name) });
    const { added, languages } = this.#making;
    const expr =
      question.type.construct.kind === 'texts' ? `"other" in ${question.name}` : `${question.name} == "other"`;
    fields[other] = {
      type: 'text',
      label: addedText(added.which, languages),
      limits: { maxLength: null },
      visibleWhen: { expr },
    } as Field;
    return [question.name, other];
  }

  /** A group that has no place of its own has a heading. */
  #heading(block: SurveyBlock, fields: DraftFields, around: Around): string[] {
    const name = freeName(
      block.name,
      new Set([...Object.keys(fields), ...[...questionsIn(block.items)].map((one) => one.name)]),
    );
    const words = this.#words(block, fieldPointerOf(entryPath({ ...block, name })));
    this.#loseLayout(block.row);
    this.#ledger.note({ ...block.row, column: '' }, 'changed', 'group_deep', { name: block.written });
    if (!words) return [];
    const conditions = this.#pushed(block, around).conditions.map(({ condition }) => condition);
    const [only] = conditions;
    fields[name] = {
      type: 'note',
      'ui:widget': 'heading',
      ...words,
      ...(only && { visibleWhen: conditions.length > 1 ? { all: conditions } : only }),
    } as unknown as Field;
    return [name];
  }

  #words(block: SurveyBlock, pointer: string): { label: Text; help?: Text } | undefined {
    const scope = this.#making.names.scope(block.table);
    const label = translationsInRow(block.row, 'label', scope, this.#ledger, `${pointer}/label`);
    const help = translationsInRow(block.row, 'hint', scope, this.#ledger, `${pointer}/help`);
    const { languages } = this.#making;
    if (!label && !help) return undefined;
    return {
      label: toFormText(label ?? {}, languages, titleOf(block.written) || block.name),
      ...(help && { help: toFormText(help, languages, '…') }),
    };
  }

  /** Returns title and condition of a section or group, or hands the condition to its questions where it reads one of them. */
  #head(block: SurveyBlock, pointer: string, around: Around): { head: Partial<Section>; around: Around } {
    const words = this.#words(block, pointer);
    this.#loseLayout(block.row);
    const { languages } = this.#making;
    if (!words) this.#ledger.note({ ...block.row, column: '' }, 'changed', 'group_words', { name: block.written });
    const title = words?.label ?? toFormText({}, languages, titleOf(block.written) || block.name);
    const named = { title, ...(words?.help && { help: words.help }) };
    const cell = block.row.cells.get('relevant');
    const own = this.#condition(block, `${pointer}/visibleWhen`);
    const reads = new Set(cell ? referencesIn(cell.text) : []);
    const isCircle = [...questionsIn(block.items)].some(({ written }) => reads.has(written));
    if (!own) return { head: named, around };
    if (isCircle) return { head: named, around: { conditions: [...around.conditions, { condition: own, reads }] } };
    return { head: { ...named, visibleWhen: own }, around };
  }

  #condition(block: SurveyBlock, pointer: string): Condition | undefined {
    const cell = block.row.cells.get('relevant');
    if (!cell) return undefined;
    if (parseYesNo(cell) !== true)
      return conditionIn(cell, this.#making.names.scope(block.table), this.#ledger, pointer);
    this.#ledger.carry(cell);
    return undefined;
  }

  readonly #pushedBy = new Map<SurveyBlock, Around>();

  /** Returns the conditions around with that of a group, whose questions then have it. */
  #pushed(block: SurveyBlock, around: Around): Around {
    const known = this.#pushedBy.get(block);
    if (known) return known;
    const cell = block.row.cells.get('relevant');
    const condition = this.#condition(block, `${fieldPointerOf(entryPath(block))}/visibleWhen`);
    const reads = new Set(cell ? referencesIn(cell.text) : []);
    const made = condition ? { conditions: [...around.conditions, { condition, reads }] } : around;
    this.#pushedBy.set(block, made);
    return made;
  }

  #loseLayout(row: WorkbookRow): void {
    const cell = row.cells.get('appearance');
    if (!cell) return;
    for (const word of appearancesOf(row))
      this.#ledger.loseOnce(cell, isLayout(word) ? 'layout_only' : 'appearance_unknown', { name: word });
  }

  #repeat(block: SurveyBlock, fields: DraftFields, around: Around): string[] {
    const path = entryPath(block);
    if (path.split('.').length > 2) {
      for (const { row } of [block, ...questionsIn(block.items)])
        this.#ledger.loseRow(row, 'repeat_deep', { name: block.written });
      return [];
    }
    const at = fieldPointerOf(path);
    this.#ledger.places.set(at, block.row.cells.get('name') ?? { ...block.row, column: '' });
    const words = this.#words(block, at);
    this.#loseLayout(block.row);
    const columns: DraftFields = {};
    const groups = this.#columns(block.items, columns);
    if (Object.keys(columns).length === 0) {
      this.#ledger.loseRow(block.row, 'group_empty', { name: block.written });
      return [];
    }
    if (!words) this.#ledger.note({ ...block.row, column: '' }, 'changed', 'group_words', { name: block.written });
    const { languages } = this.#making;
    const conditions = [
      ...conditionsFor(block.written, around),
      this.#condition(block, `${at}/visibleWhen`) ?? [],
    ].flat();
    const [only] = conditions;
    const count = this.#count(block, at);
    fields[block.name] = {
      type: 'table',
      'ui:widget': 'panels',
      ...(words ?? { label: toFormText({}, languages, titleOf(block.written) || block.name) }),
      columns,
      ...(groups.length > 0 && { groups }),
      ...(count !== undefined && { count: { expr: count } }),
      limits: { maxItems: MOST_ROWS },
      ...(only && { visibleWhen: conditions.length > 1 ? { all: conditions } : only }),
    } as unknown as Field;
    return [block.name];
  }

  #count(block: SurveyBlock, at: string): string | undefined {
    const cell = block.row.cells.get('repeat_count');
    if (!cell) return undefined;
    const value = valueIn(cell, this.#making.names.scope(block.table), this.#ledger, 'number');
    if (!value) return undefined;
    this.#ledger.carry(cell, `${at}/count`);
    return value.code;
  }

  /** Lays the columns of a table, and returns the groups among them: those of the first level, without tables. */
  #columns(items: readonly SurveyEntry[], columns: DraftFields): object[] {
    const groups: object[] = [];
    for (const entry of items) {
      if (entry.kind !== 'group') {
        this.#place(entry, columns, NOTHING);
        continue;
      }
      const words = this.#words(entry, fieldPointerOf(entryPath(entry)));
      this.#loseLayout(entry.row);
      const inner = this.#pushed(entry, NOTHING);
      const names = entry.items.flatMap((one) => this.#place(one, columns, inner));
      if (!words) this.#ledger.note({ ...entry.row, column: '' }, 'changed', 'group_words', { name: entry.written });
      if (names.length === 0) this.#ledger.loseRow(entry.row, 'group_empty', { name: entry.written });
      if (!words || names.length === 0) continue;
      const { label: title, help } = words;
      groups.push({ group: entry.name, title, ...(help && { help }), fields: names });
    }
    return groups;
  }
}

function isUnseen(entry: SurveyEntry): boolean {
  return entry.kind === 'question' && ['worked', 'unseen'].includes(entry.type.construct.is ?? '');
}

/** A condition that reads a question does not decide about it. */
function conditionsFor(written: string, { conditions }: Around): Condition[] {
  return conditions.filter(({ reads }) => !reads.has(written)).map(({ condition }) => condition);
}

function titleOf(written: string): string {
  return written.replace(/[_-]+/g, ' ').trim();
}
