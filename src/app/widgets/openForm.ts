/**
 * What an open form knows: its answers as they are evaluated, what it began with, and what its rules say about rows, filters and
 * options. `FormStore` changes the answers and watches the errors.
 */
import type { CompiledForm, FieldNode, RecordData, ValidatorModule } from '../../core/definitions/types.ts';
import { type EvaluationContext, namesInExpression } from '../../core/expressions/types.ts';
import { applyDefaults, type DefaultSources } from '../../core/form/defaults.ts';
import type { Evaluation } from '../../core/form/evaluate.ts';
import { evaluateRecord, type ProblemType, problemRows } from '../../core/form/index.ts';
import { type FilterOption, filterInputs, offeredValues } from '../../core/form/offered.ts';
import { answersAroundTable, evaluateRow, requiredRowCount, rowNumberOf } from '../../core/form/rows.ts';
import { LoadedOptions } from './loadedOptions.ts';

/** What a form opens with: the answers, and what is known besides them. */
export interface FormInitialState {
  opened: RecordData;
  moment: EvaluationContext & DefaultSources;
  /** The site that they are about. */
  site?: string | undefined;
}

export class OpenFormState {
  readonly form: CompiledForm;
  readonly validator: ValidatorModule;
  /** The defaults of a new record follow what they read. */
  readonly isNew: boolean;
  protected readonly first: FormInitialState;
  protected begun: FormInitialState;
  protected opened: RecordData;
  protected problemsBefore: readonly RecordData[];
  protected now: Evaluation;
  protected readonly evaluated: (given: RecordData) => Evaluation;
  protected readonly known = new LoadedOptions();
  private problemTypes: readonly ProblemType[] | undefined;

  constructor(
    form: CompiledForm,
    validator: ValidatorModule,
    opened: RecordData,
    moment: EvaluationContext & DefaultSources,
    isNew = false,
    site?: string,
  ) {
    this.form = form;
    this.validator = validator;
    this.isNew = isNew;
    this.first = { opened, moment, site };
    this.begun = this.first;
    this.problemsBefore = problemRows(form, opened);
    const fixed = { optionOf: this.known.find, ...(!isNew && { before: opened }) };
    this.evaluated = (given) => {
      const { problemTypes, knownProblems } = this;
      const about = { ...this.moment, knownProblems, ...fixed, ...(problemTypes && { problemTypes }) };
      return evaluateRecord(form, validator, given, about);
    };
    this.now = this.withDefaults(this.evaluated(opened));
    this.opened = this.now.answers;
  }

  get moment(): EvaluationContext & DefaultSources {
    return this.begun.moment;
  }

  /** The site whose open problems and earlier answers are known. */
  get site(): string | undefined {
    return this.begun.site;
  }

  /** Problems that were there before this visit. */
  get knownProblems(): readonly RecordData[] {
    return this.problemsBefore;
  }

  /** All answers with the computed values, including those of hidden questions. */
  get data(): RecordData {
    return this.now.answers;
  }

  /** The record as it is sent: without hidden and empty answers. */
  get stored(): RecordData {
    return this.now.data;
  }

  /** Returns the answers around a table that its rules read. `base` is the pointer of the row that the table is in. */
  around(table: FieldNode, base: string): RecordData {
    const names = [...(table.outer ?? []), ...namesInExpression(table.def.count?.expr ?? '')];
    if (names.length === 0) return {};
    const answers = answersAroundTable(this.form, this.now, base, this.moment, this.validator);
    return Object.fromEntries(names.map((name) => [name, answers[name]]));
  }

  /** Returns the number that rules of a row read. `pointer` is that of the row. */
  rowNumber(table: FieldNode, row: RecordData, pointer: string): number {
    const index = Number(pointer.slice(pointer.lastIndexOf('/') + 1));
    return table.isNumbered ? rowNumberOf(table, row, index, this.now.storedBefore(pointer)) : index + 1;
  }

  /** Returns what holds for the row of this number in a table with these answers around it. */
  row(table: FieldNode, row: RecordData, around: RecordData, number: number) {
    return evaluateRow(table, row, around, this.moment, this.validator, number);
  }

  /** Returns how many rows a table must have; undefined if that is free. */
  rowCount(table: FieldNode, around: RecordData): number | undefined {
    return requiredRowCount(table, around, this.validator, this.moment);
  }

  /** Returns the answers that the filter of a field or column reads. `base` is the pointer of its row. */
  filterAnswers(node: FieldNode, base: string): RecordData {
    const names = [...filterInputs(node, this.validator), ...Object.values(node.def.record?.same ?? {})];
    if (names.length === 0) return {};
    const answers = answersAroundTable(this.form, this.now, base, this.moment, this.validator);
    return Object.fromEntries(names.flatMap((name) => (answers[name] === undefined ? [] : [[name, answers[name]]])));
  }

  /** Returns the values of the options that the filter of a field or column offers. */
  offeredAmong(node: FieldNode, options: readonly FilterOption[], answers: RecordData): string[] {
    return offeredValues(node, options, answers, this.moment, this.validator);
  }

  setProblemTypes(types: readonly ProblemType[]): void {
    this.problemTypes = types;
    this.now = this.evaluated(this.data);
  }

  protected know(begun: FormInitialState): void {
    this.begun = begun;
    this.problemsBefore = problemRows(this.form, begun.opened);
    this.opened = this.withDefaults(this.evaluated(begun.opened)).answers;
  }

  protected withDefaults(
    now: Evaluation,
    before = this.isNew ? undefined : now,
    momentBefore = this.moment,
  ): Evaluation {
    if (!this.validator.programs?.defaults.size) return now;
    const answers = applyDefaults(this.form, this.validator, now, this.moment, before, this.isNew, momentBefore);
    return answers === now.answers ? now : this.evaluated(answers);
  }
}
