/** The rows of a dimension: which there are besides those that were counted, their order and their names. */
import { namedRow } from '../../core/api/names.ts';
import { problemType } from '../../core/api/problems.ts';
import type { CompiledForm, FieldNode } from '../../core/definitions/types.ts';
import { closedOptionsOf, holdsPlaces } from '../../core/form/types/question.ts';
import type { ReportRow } from '../../core/generated/api.ts';
import type { Dimension, Measure } from '../../core/generated/report.ts';
import { PROBLEM_STATUS } from '../../core/problems/log.ts';
import { organizationListOf } from '../../core/records/place.ts';
import { monthName, monthsBetween, numberRangesOf } from '../../core/reports/groups.ts';
import {
  dimensionQuestions,
  type FieldDimension,
  isFieldDimension,
  isQuestionDimension,
  monthsOf,
} from '../../core/reports/sources.ts';
import { type Language, pickText, type Text } from '../../core/text/languages.ts';
import { sortKey } from '../../core/text/letters.ts';
import { rowsById } from '../db/rows.ts';
import { words } from '../http/words.ts';
import type { ReportContext } from './context.ts';

/** Months of a trend without any choice of dates. Enough for five years. */
const MOST_MONTHS = 60;

export type NamedKey = Pick<ReportRow, 'key' | 'name' | 'variant'>;

/** What rows are of: the dimension, and the forms that the measures count. */
export interface ReportRowSpec {
  dimension: Dimension;
  forms: readonly CompiledForm[];
  measures: readonly Measure[];
}

/** Returns the rows in order. Scales are whole, also if nobody chose an option; others have only what was counted. */
export async function namedRows(
  context: ReportContext,
  rows: ReportRowSpec,
  counted: ReadonlySet<string>,
): Promise<NamedKey[]> {
  const { dimension } = rows;
  const found = await inOrder(context, rows, counted);
  const known = new Set(found.map(({ key }) => key));
  const others = [...counted].filter((key) => key !== '' && !known.has(key)).sort();
  const none = { key: '', name: words(context.language, 'server:figures.none') };
  return [
    ...found,
    ...(monthsOf(dimension) ? [] : others.map((key) => ({ key, name: key }))),
    ...(counted.has('') ? [none] : []),
  ];
}

async function inOrder(context: ReportContext, rows: ReportRowSpec, counted: ReadonlySet<string>): Promise<NamedKey[]> {
  const { dimension, forms } = rows;
  const { language, calendar, registry } = context;
  const keys = [...counted].filter((key) => key !== '');
  const months = monthsOf(dimension);
  if (months)
    return monthsBetween(keys, months.span, calendar, MOST_MONTHS).map((key) => ({
      key,
      name: monthName(key, months.span, { language, calendar }),
    }));
  if (dimension === 'form')
    return forms.map(({ form, definition }) => ({ key: form, name: pickText(definition.plural, language) }));
  if (isQuestionDimension(dimension)) return questionRows(forms, dimension, language);
  if (isFieldDimension(dimension) && dimension.ages) return rangeRows(context, forms, dimension);
  const source = isFieldDimension(dimension) ? dimension.field : dimension;
  const scale = scaleStepsOf(context, rows, source);
  if (scale)
    return scale.map(({ id, label, variant }) => ({
      key: id,
      name: pickText(label, language),
      ...(variant && { variant }),
    }));
  const nameOf = await namesOf(context, rows, source, keys);
  const named = keys.map((key) => ({ key, name: nameOf(key) }));
  const places = [...registry.places().keys()];
  if (source === 'province' || source === 'province_id')
    return named.sort((a, b) => places.indexOf(a.key) - places.indexOf(b.key));
  return byName(named);
}

function byName(named: readonly NamedKey[]): NamedKey[] {
  const order = new Map(named.map(({ key, name }) => [key, sortKey(name)]));
  const of = ({ key }: NamedKey) => order.get(key) as string;
  return [...named].sort((a, b) => (of(a) < of(b) ? -1 : 1));
}

/**
 * Returns true for rows that stand only by their names: sites, people, items of long lists. There may be very many, of which a
 * ranking shows few, so that only these need to be named.
 */
export function isRowsByName(context: ReportContext, rows: ReportRowSpec): boolean {
  const { dimension } = rows;
  if (monthsOf(dimension) || dimension === 'form' || isQuestionDimension(dimension)) return false;
  if (isFieldDimension(dimension) && dimension.ages) return false;
  const source = isFieldDimension(dimension) ? dimension.field : dimension;
  return source !== 'province' && source !== 'province_id' && scaleStepsOf(context, rows, source) === undefined;
}

/** Groups of days are named by their age. */
function rangeRows(
  { projector, language }: ReportContext,
  forms: readonly CompiledForm[],
  { field, ages }: FieldDimension,
): NamedKey[] {
  const isNumber = forms.some(({ form }) => projector.plan(form).columns.get(field)?.kind === 'number');
  const [range, above] = isNumber ? ['reports.range', 'reports.above'] : ['figures.days', 'figures.older'];
  return numberRangesOf(ages ?? []).map(({ key, from = 0, to }) => ({
    key,
    name:
      to === undefined
        ? words(language, `server:${above}`, { from: from - 1 })
        : words(language, `server:${range}`, { from, to }),
  }));
}

function questionRows(
  forms: readonly CompiledForm[],
  dimension: Extract<Dimension, { questions: unknown }>,
  language: Language,
): NamedKey[] {
  const found = new Map<string, string>();
  for (const form of forms) {
    const questions = dimensionQuestions(form, dimension);
    if (dimension.questions === 'topic') {
      for (const { id, label } of form.definition.topics ?? [])
        if (questions.some(({ topic }) => topic === id)) found.set(id, pickText(label, language));
      continue;
    }
    for (const { id, property, field } of questions) {
      const def = form.fields.get(field)?.def;
      const row = def?.rows?.find(({ name }) => name === property);
      found.set(id, def ? pickText((row ?? def).label, language) : id);
    }
  }
  return [...found].map(([key, name]) => ({ key, name }));
}

interface Step {
  id: string;
  label: Text;
  variant?: string;
}

/** Returns the steps of a closed scale: the options of a question or the states of a workflow. */
export function scaleStepsOf(
  { registry }: Pick<ReportContext, 'registry'>,
  { forms, measures }: Pick<ReportRowSpec, 'forms' | 'measures'>,
  source: string,
): Step[] | undefined {
  const isOfProblems = measures.some(({ of }) => of === 'problems');
  if (source === 'status' && isOfProblems)
    return registry
      .problem()
      ?.fields.get(PROBLEM_STATUS)
      ?.def.options?.map(({ value, label }) => ({ id: value, label }));
  if (source === 'status') return once(forms.flatMap((form) => registry.workflow(form).states));
  const scales = forms.flatMap((form) => {
    const node = questionOfSource(registry, form, source);
    const property = source.replace(/^parent\./, '');
    const { constants } = registry.common();
    return (node && closedOptionsOf(node, constants, form.byProperty.has(property) ? property : undefined)) ?? [];
  });
  return scales.length === 0 ? undefined : once(scales.map(({ value, label }) => ({ id: value, label })));
}

function once(steps: readonly Step[]): Step[] {
  return [...new Map(steps.map((step) => [step.id, step])).values()];
}

/** Returns the question of a source, in the form or in the form of the parent. */
export function questionOfSource(
  registry: ReportContext['registry'],
  form: CompiledForm,
  source: string,
): FieldNode | undefined {
  if (!source.startsWith('parent.')) return form.fields.get(source) ?? form.byProperty.get(source);
  const name = source.slice('parent.'.length);
  const above = (form.definition.parent?.forms ?? []).flatMap((parent: string) => registry.form(parent) ?? []);
  return above.flatMap((parent) => parent.fields.get(name) ?? parent.byProperty.get(name) ?? [])[0];
}

const PLACES: ReadonlySet<string> = new Set(['province', 'district', 'village']);

async function namesOf(
  { registry, database, language }: ReportContext,
  { forms }: ReportRowSpec,
  source: string,
  keys: readonly string[],
): Promise<(key: string) => string> {
  const of = (row: Parameters<typeof namedRow>[0] | undefined, key: string) =>
    row ? namedRow(row, language).name : key;
  if (source === 'type_id') {
    const programmes = [...new Set(forms.map(({ definition }) => definition.programme))];
    const found = (key: string) => programmes.map((programme) => problemType(registry, key, programme)).find(Boolean);
    return (key) => of(found(key), key);
  }
  const nodes = forms.flatMap((form) => questionOfSource(registry, form, source) ?? []);
  const lists = nodes.flatMap(({ def }) => def.choices ?? []);
  if (source === 'organization' || source === 'organization_id') lists.push(...forms.map(organizationListOf));
  if (lists.length > 0)
    return (key) =>
      of(
        lists.map((list) => registry.choice(list, key)).find((item) => item !== undefined),
        key,
      );
  if (PLACES.has(source.replace(/_id$/, '')) || nodes.some(holdsPlaces)) return (key) => of(registry.place(key), key);
  const records = await rowsById(database.read, 'records', ['id', 'name', 'code'], [...keys]);
  const users = source === 'person' || source === 'created_by';
  const people = users ? await rowsById(database.read, 'users', ['id', 'name'], [...keys]) : [];
  const known = new Map<string, string>([
    ...records.map(({ id, name, code }): [string, string] => [id, name || code || id]),
    ...people.map(({ id, name }): [string, string] => [id, name]),
  ]);
  return (key) => known.get(key) ?? key;
}
