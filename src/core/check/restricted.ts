/**
 * Checks that nothing everybody sees depends on a restricted answer. What is worked out of one is restricted itself, without a
 * mark. Anything else that follows it (conditions, defaults, filters, numbers of rows, constraints) belongs to questions that
 * are marked, so that whoever publishes knows that these are hidden too. Of older versions, which cannot change any more, the
 * same is hidden when records are read (`records/taint.ts`).
 */
import { type Formula, type FormVersion, questionTree } from '../definitions/formulas.ts';
import { versionKey } from '../definitions/freeze.ts';
import { isRowForm, problemRowKey } from '../definitions/rows.ts';
import type { FormDefinition, JsonSchema } from '../definitions/types.ts';
import { escapePointer } from '../json.ts';
import {
  decidesAnswer,
  everyQuestion,
  type FormulaLink,
  findRestrictions,
  formulaLinksOf,
  type QuestionReference,
  type RestrictionSpread,
  type VersionsByForm,
  versionsByForm,
} from '../records/taint.ts';
import type { FormFile, ReportIssue } from './issues/issue.ts';

export interface RestrictedAnswers {
  versions: ReadonlyMap<FormFile, FormVersion>;
  all: VersionsByForm;
  /** What people may not read now. */
  now: RestrictionSpread;
  /** What they may not read if no restriction were lifted, since that can be taken back. */
  ever: RestrictionSpread;
}

/** `isLifted` is what administrators decided. */
export function restrictedAnswers(
  forms: readonly FormFile[],
  isLifted: (of: QuestionReference) => boolean = () => false,
): RestrictedAnswers {
  const rows = new Map(
    forms.filter(({ definition }) => isRowForm(definition)).map((row) => [versionKey(row), row.definition]),
  );
  const versions = new Map(
    forms.map((form) => [form, { definition: form.definition, row: rows.get(problemRowKey(form.definition) ?? '') }]),
  );
  const older = new Set(forms.filter(({ frozen }) => frozen).map(({ definition }) => definition));
  const passesOn = (formula: FormulaLink['formula'], { definition }: FormVersion) =>
    older.has(definition) ? decidesAnswer(formula) : formula.kind === 'derived';
  const list = [...versions.values()];
  return {
    versions,
    all: versionsByForm(list),
    now: findRestrictions(list, { isLifted, passesOn }),
    ever: findRestrictions(list, { passesOn }),
  };
}

/** Checks the newest version of a form. */
export function checkRestricted(
  form: FormFile,
  answers: RestrictedAnswers,
  report: ReportIssue,
  reportSchema: ReportIssue,
): void {
  const { definition, schema, frozen } = form;
  const version = answers.versions.get(form);
  if (frozen || !version) return;
  const closed = withColumns(version, answers.now.get(definition.form));
  for (const { formula, from } of formulaLinksOf(version, answers.all)) {
    const { pointer, kind, questions } = formula;
    const read = from.filter((one) => answers.now.get(one.form)?.has(one.question));
    const [first] = read;
    if (!first || pointer === undefined || kind === 'derived' || kind === 'moved') continue;
    const attribute = read.find(({ as }) => as.startsWith(OPTION))?.as.slice(OPTION.length);
    if (attribute !== undefined) report(pointer, 'filter_attribute', { name: attribute });
    else if (kind === 'problem' || isHeading(formula) || questions.some((id) => !closed.has(id)))
      report(pointer, CODES[kind], { name: first.as });
  }
  checkShown(version, answers.ever.get(definition.form), report);
  if (closed.size > 0) checkRules(schema, reportSchema);
}

/** Words of no question, which everybody reads. */
function isHeading({ kind, questions }: Formula): boolean {
  return kind === 'worded' && questions.length === 0;
}

const OPTION = 'option.';

const CODES = {
  default: 'default_restricted',
  filter: 'filter_restricted',
  shown: 'condition_restricted',
  checked: 'constraint_restricted',
  problem: 'shown_restricted',
  worded: 'words_restricted',
} as const;

type Owners = ReadonlyMap<string, unknown> | undefined;

/** Returns the ids of restricted questions, and of the columns of restricted tables. */
function withColumns(version: FormVersion, restricted: Owners): Set<string> {
  const found = new Set(restricted?.keys());
  for (const { id, columns } of everyQuestion(questionTree(version)))
    if (found.has(id)) for (const column of everyQuestion(columns ?? [])) found.add(column.id);
  return found;
}

/** Checks what shows answers to everybody who sees that there is a record, or even to visitors. */
function checkShown(version: FormVersion, restricted: Owners, report: ReportIssue): void {
  const { definition } = version;
  const isRestricted = (name: string) =>
    questionTree(version).some(
      (one) => restricted?.has(one.id) && (one.name === name || one.properties.includes(name)),
    );
  for (const [index, name] of (definition.name ?? []).entries())
    if (isRestricted(name)) report(`/name/${index}`, 'name_restricted', { name });
  for (const [index, name] of (definition.sameAs?.fields ?? []).entries())
    if (isRestricted(name)) report(`/sameAs/fields/${index}`, 'same_restricted', { name });
  for (const [name, { unique }] of Object.entries(definition.fields))
    if (unique && isRestricted(name)) report(`/fields/${escapePointer(name)}/unique`, 'same_restricted', { name });
  for (const [pointer, name] of shownNames(definition))
    if (name !== undefined && isRestricted(name)) report(pointer, 'shown_restricted', { name });
}

function shownNames({ code, date, place, organization, parent, problems, due, list, api }: FormDefinition) {
  const one: [pointer: string, name: string | undefined][] = [
    ['/code/by/field', code?.by?.field],
    ['/date', date],
    ['/place', place],
    ['/organization', organization],
    ['/parent/field', parent?.field],
    ['/problems/field', problems?.field],
    ['/due/site', due?.site],
    ['/list/sort', list?.sort?.replace(/^-/, '')],
  ];
  const told = (api?.public?.fields ?? []).map((name, index): [string, string] => [
    `/api/public/fields/${index}`,
    name,
  ]);
  return [...one, ...told];
}

/** Keywords by which a contract compares answers of a record or a row. What they refuse would tell a restricted answer. */
const COMPARING = [
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentRequired', 'dependentSchemas', 'dependencies'],
  ...['minProperties', 'maxProperties', 'patternProperties', 'propertyNames', 'const', 'enum'],
];

function checkRules(schema: JsonSchema, report: ReportIssue, at = ''): void {
  for (const keyword of COMPARING)
    if (Object.hasOwn(schema, keyword)) report(`${at}/${keyword}`, 'contract_restricted', { name: keyword });
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    const rows = property.items as JsonSchema | undefined;
    if (rows?.type === 'object') checkRules(rows, report, `${at}/properties/${escapePointer(name)}/items`);
  }
}
