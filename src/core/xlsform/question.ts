/** One row of the sheet of questions as a question of a definition. */
import { didYouMean } from '../check/issues/issue.ts';
import type { Condition, Field } from '../definitions/types.ts';
import { isLayout } from './columns.ts';
import type { OptionList } from './lists.ts';
import { addedText, type ImportContext } from './making.ts';
import { appearancesOf, parametersOf, type SurveyQuestion } from './outline.ts';
import { QuestionRow } from './questionRow.ts';
import { conditionIn, joinConditions, parseYesNo } from './rules.ts';
import { calculatedField, fieldInRow, initialAnswer, withConstraint } from './values.ts';
import { joinedWords, toFormText, translationsInRow } from './words.ts';

/** Makes the field of a question. Its id is given with those of the whole form. */
export class QuestionMaker {
  readonly #row: QuestionRow;

  constructor(question: SurveyQuestion, making: ImportContext) {
    this.#row = new QuestionRow(question, making);
  }

  /** `around` are the conditions of groups that have none of their own here. */
  make(around: readonly Condition[]): Field {
    const { construct, orOther } = this.#row.question.type;
    const { made } = construct;
    this.#row.ledger.places.set(this.#row.at, this.#row.place('name'));
    const list = this.#options();
    const base = { ...made, ...this.#words(), ...(list && { choices: `#${list.name}` }) };
    const worked = calculatedField(this.#row, base as Field) ?? fieldInRow(this.#row, base as Field);
    const field = (worked ?? base) as Field;
    if (construct.loss) this.#row.ledger.note(this.#row.place('type'), 'lost', construct.loss);
    const own = [...around, ...this.#relevant()];
    const isAsked = !construct.is && (!worked || field['ui:readonly'] === true);
    const visibleWhen = joinConditions(own);
    const whole = {
      ...field,
      ...this.#bound(isAsked),
      ...(visibleWhen && { visibleWhen }),
      ...(isAsked && this.#required()),
      ...(isAsked && !field.default && initialAnswer(this.#row, list)),
      ...(list && this.#filter(list)),
      ...this.#parameters(field),
    } as Field;
    const checked = isAsked ? withConstraint(this.#row, whole) : whole;
    this.#appearance();
    this.#rest();
    return orOther && list ? this.#withOther(checked, list) : checked;
  }

  #words(): Partial<Field> {
    const { languages } = this.#row.making;
    const say = (key: string, of: string) =>
      translationsInRow(this.#row.row, key, this.#row.scope, this.#row.ledger, `${this.#row.at}/${of}`);
    const label = say('label', 'label');
    const hint = say('hint', 'help');
    const guidance = say('guidance_hint', 'help');
    const { is } = this.#row.question.type.construct;
    const isShown = is !== 'worked' && is !== 'unseen';
    if (!label && isShown)
      this.#row.ledger.note(this.#row.place('name'), 'changed', 'words_assumed', {
        name: this.#row.question.written,
      });
    if (hint && guidance) this.#row.ledger.note({ ...this.#row.row, column: '' }, 'changed', 'guidance_joined');
    const help = joinedWords(hint, guidance);
    const named = this.#row.question.written || this.#row.question.name;
    return {
      ...((label || isShown || is === 'unseen') && {
        label: toFormText(label ?? {}, languages, named),
      }),
      ...(help && { help: toFormText(help, languages, Object.values(help)[0] as string) }),
    };
  }

  #options(): OptionList | undefined {
    const { construct, list: written } = this.#row.question.type;
    if (!construct.takes || written === undefined) return undefined;
    const { lists } = this.#row.making;
    const isFile = construct.takes === 'file';
    const found = lists.of(this.#row.question);
    if (!found) {
      const near = isFile ? {} : didYouMean(written, lists.names());
      this.#row.ledger.note(this.#row.place('type'), 'lost', isFile ? 'list_file' : 'list_missing', {
        name: written,
        ...near,
      });
    }
    return found;
  }

  #relevant(): Condition[] {
    const cell = this.#row.cell('relevant');
    const truth = cell && parseYesNo(cell);
    if (!cell) return [];
    if (truth === true) {
      this.#row.ledger.carry(cell);
      return [];
    }
    const condition = conditionIn(cell, this.#row.scope, this.#row.ledger, `${this.#row.at}/visibleWhen`);
    return condition ? [condition] : [];
  }

  #bound(isAsked: boolean): Partial<Field> {
    const { name, type } = this.#row.question;
    const { parts, free } = type.construct;
    const bind = Object.fromEntries((parts ?? []).map((part) => [part, `${name}_${part}`]));
    return { ...(parts && { bind }), ...(isAsked && free && { limits: free }) };
  }

  #required(): Partial<Field> {
    const cell = this.#row.cell('required');
    if (!cell) return {};
    const truth = parseYesNo(cell);
    if (truth === false) {
      this.#row.ledger.carry(cell);
      return {};
    }
    const condition = truth
      ? undefined
      : conditionIn(cell, this.#row.scope, this.#row.ledger, `${this.#row.at}/requiredWhen`);
    if (truth) this.#row.ledger.carry(cell, `${this.#row.at}/required`);
    else if (!condition) return {};
    const words = translationsInRow(
      this.#row.row,
      'required_message',
      this.#row.scope,
      this.#row.ledger,
      `${this.#row.at}/messages/required`,
    );
    const messages = words && {
      messages: { required: toFormText(words, this.#row.making.languages, Object.values(words)[0] as string) },
    };
    return { ...(truth ? { required: true } : { requiredWhen: condition }), ...messages } as Partial<Field>;
  }

  #filter(list: OptionList): Partial<Field> {
    const cell = this.#row.cell('choice_filter');
    if (!cell) return {};
    const { renamed } = this.#row.making.lists;
    const attributes = new Map<string, { name: string; codes: ReadonlyMap<string, string> }>([
      ...[...list.attributes].map(([key, name]) => [key, { name, codes: renamed }] as const),
      ['name', { name: 'value', codes: list.codes }],
    ]);
    const scope = { ...this.#row.scope, attributes };
    const condition = conditionIn(cell, scope, this.#row.ledger, `${this.#row.at}/filter`);
    if (!condition) return {};
    const narrowed = this.#row.making.lists.narrowed(list, condition.expr);
    if (!narrowed) return { filter: condition.expr };
    const { places } = this.#row.ledger;
    places.delete(`${this.#row.at}/filter`);
    places.set(`${this.#row.at}/choices`, cell);
    return { choices: `#${narrowed.name}` };
  }

  #parameters(field: Field): Partial<Field> {
    const cell = this.#row.cell('parameters');
    const given = parametersOf(cell);
    if (this.#row.question.type.construct.isSlider) {
      const number = (text: string | undefined, without: number) =>
        Number.isFinite(Number(text)) && text ? Number(text) : without;
      if (cell) this.#row.ledger.carry(cell, `${this.#row.at}/limits`);
      const [minimum, maximum, multipleOf] = [number(given.start, 0), number(given.end, 10), number(given.step, 1)];
      // A slider steps from 0, and only such steps reach both ends.
      const isEven = (number: number) => Number.isInteger(Number((number / multipleOf).toPrecision(12)));
      if (isEven(minimum) && isEven(maximum)) return { limits: { minimum, maximum, multipleOf } };
      this.#row.ledger.note(this.#row.place('parameters'), 'lost', 'parameter_lost', { name: 'step' });
      return { limits: { minimum, maximum } };
    }
    if (!cell) return {};
    const isRandom = given.randomize?.toLowerCase() === 'true' && field.choices !== undefined;
    if (isRandom || given.value !== undefined || given.label !== undefined)
      this.#row.ledger.carry(cell, `${this.#row.at}/order`);
    else this.#row.ledger.loseOnce(cell, 'parameter_lost', { name: Object.keys(given).sort().join(', ') || cell.text });
    return isRandom ? { order: 'random' } : {};
  }

  #appearance(): void {
    const cell = this.#row.cell('appearance');
    if (!cell) return;
    const [, file] = /\bsearch\s*\(\s*['"]?([^'",)]*)/i.exec(cell.text) ?? [];
    if (file !== undefined) {
      this.#row.ledger.lose(cell, 'search_file', { name: file });
      return;
    }
    const meaning = this.#row.question.type.construct.appearance;
    const words = appearancesOf(this.#row.row).filter((one) => one !== meaning);
    if (meaning !== undefined) this.#row.ledger.carry(cell, `${this.#row.at}/ui:widget`);
    for (const word of words) {
      this.#row.ledger.loseOnce(cell, isLayout(word) ? 'layout_only' : 'appearance_unknown', { name: word });
    }
  }

  /** Says what of the row was not read because its type has no such thing. */
  #rest(): void {
    const type = this.#row.cell('type')?.text ?? '';
    for (const [key, cell] of this.#row.row.cells)
      if (this.#row.ledger.isOpen(cell) && !key.startsWith('amanat::'))
        this.#row.ledger.lose(cell, 'cell_of_type', { column: cell.header, type });
  }

  /** The option `other`, which `or_other` adds to the list. */
  #withOther(field: Field, list: OptionList): Field {
    const { added, languages } = this.#row.making;
    if (!list.options.some(({ value }) => value === 'other'))
      list.options.push({ value: 'other', label: addedText(added.other, languages) });
    return field;
  }
}
