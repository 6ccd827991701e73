/** Checks filters: they stand where there are options, and name attributes that these have. */
import { attributesOf as attributesOfOptions } from '../definitions/lists.ts';
import type { Field } from '../definitions/types.ts';
import { compileExpression } from '../expressions/program.ts';
import {
  type AnswerTypes,
  answerTypes,
  filterExpression,
  filterTypes,
  OPTION_TYPES,
  OPTIONS_VARIABLE,
  readsToday,
} from '../expressions/types.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { escapePointer, getOwn } from '../json.ts';
import type { CommonFiles } from './commonFiles.ts';
import { type ContractsByName, schemasInRow } from './conditions.ts';
import { reportFaults } from './expressions.ts';
import type { FormFile, ReportIssue } from './issues/issue.ts';

/** Most items of an open list that is sent whole. */
const LONGEST_LIST = 200;

/** What filters of one form may refer to. */
interface Among {
  forms: readonly FormFile[];
  common: CommonFiles;
  report: ReportIssue;
}

export function checkFilters(
  { definition, schema, frozen }: FormFile,
  forms: readonly FormFile[],
  common: CommonFiles,
  report: ReportIssue,
): void {
  checkIn(definition.fields, (schema.properties ?? {}) as ContractsByName, '/fields');

  function checkIn(fields: Record<string, Field>, schemas: ContractsByName, base: string): void {
    for (const [name, field] of Object.entries(fields)) {
      const at = `${base}/${escapePointer(name)}`;
      if (field.columns) checkIn(field.columns, schemasInRow(schemas, name), `${at}/columns`);
      // Lists grow after a version is published.
      if (!frozen) checkLength(field, common, at, report);
      if (field.filter) checkFilter(field.filter, field, schemas, at, { forms, common, report });
    }
  }
}

function checkFilter(filter: string, field: Field, schemas: ContractsByName, at: string, among: Among): void {
  const { report } = among;
  const pointer = `${at}/filter`;
  const attributes = attributesOf(field, among);
  if (!attributes) {
    report(pointer, 'filter_options');
    return;
  }
  const types = answerTypes(schemas);
  const { before, expr } = filterExpression(filter);
  const compiled = compileExpression(expr, filterTypes(types, attributes));
  if ('faults' in compiled) {
    reportFaults(compiled.faults, { ...types, option: { keys: attributes } }, pointer, before.length, report);
    return;
  }
  const inputs = compiled.program.inputs.filter((name) => name !== OPTIONS_VARIABLE);
  // Closed options never change, so a filter that reads no answer would only hide some of them.
  if (field.options && inputs.length === 0 && !readsToday(filter)) report(pointer, 'expression_constant');
}

/** Returns what a filter may read of each option; undefined if the question has none. */
function attributesOf(field: Field, { forms, common }: Among): AnswerTypes | undefined {
  const { options, choices, places, record, person, type } = field;
  if (options) return { ...attributesOfOptions(options), ...OPTION_TYPES };
  if (choices !== undefined) {
    const own = answerTypes(getOwn(common.choices, choices)?.attributes);
    return { ...own, ...OPTION_TYPES, code: 'text', category: 'text' };
  }
  if (places || FIELD_TYPES[type].refersTo === 'place') return { ...OPTION_TYPES, code: 'text', level: 'text' };
  if (!record && !person) return undefined;
  const named: readonly string[] | undefined = (record ?? person)?.forms;
  const chosen = forms.filter(
    ({ definition, frozen }) => !frozen && (named?.includes(definition.form) ?? definition.kind === 'person'),
  );
  return { ...sharedAnswers(chosen), value: 'text', code: 'text', status: 'text', province: 'text' };
}

/** Returns the answers with one value that the records of all these forms have, with the same type. */
function sharedAnswers(forms: readonly FormFile[]): AnswerTypes {
  const [first, ...others] = forms.map(({ schema }) => answerTypes(schema.properties));
  const shared = Object.entries(first ?? {}).filter(
    ([name, type]) =>
      ['text', 'number', 'boolean'].includes(type as string) && others.every((one) => getOwn(one, name) === type),
  );
  return Object.fromEntries(shared);
}

/** A long list is searched on the server, and not sent to every phone. */
function checkLength(
  { choices, filter, 'ui:widget': look }: Field,
  { choices: lists }: CommonFiles,
  at: string,
  report: ReportIssue,
): void {
  const count = getOwn(lists, choices ?? '')?.items.length ?? 0;
  if (count > LONGEST_LIST && !filter && look !== 'search')
    report(`${at}/choices`, 'list_long', { count, limit: LONGEST_LIST });
}
