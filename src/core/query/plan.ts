/**
 * Decides which columns the projection of a form has: those that its definition lists, filters, searches and sorts by, and
 * the parent's answers that it shows. Columns are named by question id, so they fit every version of the form.
 */

import type { CompiledForm, FieldNode } from '../definitions/types.ts';
import { firstPointQuestion } from '../form/types/places/geopoint.ts';
import { amountQuestions, propertyKindOf } from '../form/types/question.ts';
import { getOwn } from '../json.ts';
import {
  CAPTURE_SOURCES,
  COLUMN_KIND,
  ENGINE_COLUMNS,
  ENGINE_SOURCES,
  type PlannedColumn,
  SOURCE_ALIASES,
} from './columns.ts';
import { reportIndexes } from './reportIndex.ts';

export interface ProjectionPlan {
  form: CompiledForm;
  table: string;
  /** Column by source. `date`, `status`, `province` and their other names have the same column. */
  columns: ReadonlyMap<string, PlannedColumn>;
  /** Columns made from answers, without repetition. */
  answers: PlannedColumn[];
  defaultSort: PlannedColumn;
  defaultDescending: boolean;
  /** Names and SQL types of every column but the key, in order. */
  physical: { name: string; sqlType: 'text' | 'real' | 'integer' }[];
  indexes: { name: string; columns: string[] }[];
  /** Columns with the points of all rating questions of a row, added up, and with how many of them have points. */
  points?: { sum: string; answers: string; properties: readonly string[] };
}

/** What reports read of a form. */
export interface SourcesOfReports {
  /** Everything that they read. Sources of engine columns are among it. */
  reported: string[];
  /** What their numbers go by, in the order in which an index should have it. */
  counted: string[];
  /** The stored answers whose points each row adds up; none if no report asks for their average. */
  rated: string[];
}

export interface PlanContext {
  /** Returns the newest version of a parent or child form. */
  formOf(name: string): CompiledForm | undefined;
  /** Returns the ids of a form's questions whose answers not everybody may read. */
  restrictedQuestions(form: string): ReadonlySet<string>;
  /** What reports read of the form. Without it, the plan has no columns for reports. */
  ofReports?: SourcesOfReports;
  /** Shortens a name to what the database takes. Without it, names stay as they are. */
  shorten?(name: string): string;
}

/** Returns the plan of a form's newest version. */
export function planProjection(form: CompiledForm, context: PlanContext): ProjectionPlan {
  const { formOf } = context;
  const { definition } = form;
  const columns = new Map<string, PlannedColumn>();
  const answers: PlannedColumn[] = [];

  const listed = definition.list.columns.map((column) => (typeof column === 'string' ? { field: column } : column));
  const sortables = listed
    .filter((column) => !('sortable' in column) || column.sortable !== false)
    .map((column) => column.field);
  const wanted = wantedSources(form, context, listed);

  const filledIn = Object.entries(CAPTURE_SOURCES).filter(([source]) => wanted.includes(source));
  for (const [source, column] of [...Object.entries(ENGINE_SOURCES), ...filledIn]) {
    columns.set(source, { ...column, source, isSortable: false, isFilter: false });
  }
  const alsoCall = (name: string | undefined, source: string) => {
    if (name) columns.set(name, columns.get(source) as PlannedColumn);
  };
  for (const [name, source] of Object.entries(SOURCE_ALIASES)) alsoCall(name, source);
  alsoCall(definition.date, 'date');
  alsoCall(definition.parent?.field, 'parent_id');
  alsoCall(definition.organization, 'organization_id');
  const parts = form.fields.get(definition.place ?? '')?.parts ?? {};
  for (const part of ['province', 'district', 'village']) alsoCall(getOwn(parts, part), `${part}_id`);
  alsoCall(definition.place, 'province_id');

  for (const source of wanted) {
    if (source === 'index' || columns.has(source)) continue;
    const planned = planAnswer(source, form, context);
    if (!planned) continue;
    columns.set(source, planned);
    if (!answers.some((other) => other.value === planned.value)) answers.push(planned);
  }

  const sortName = (definition.list.sort ?? '-created_at').replace(/^-/, '');
  const defaultSort = columns.get(sortName) ?? (columns.get('created_at') as PlannedColumn);
  const defaultDescending = (definition.list.sort ?? '-').startsWith('-');
  for (const name of sortables) {
    const column = columns.get(name);
    if (column) column.isSortable = true;
  }
  for (const name of [...(definition.list.filters ?? []), ...listed.map((column) => column.field)]) {
    const column = columns.get(name);
    if (column) column.isFilter = true;
  }

  const shorten = context.shorten ?? ((name: string) => name);
  const table = shorten(`p_${form.form.replaceAll('-', '_')}`);
  const points = pointsOf(context.ofReports?.rated ?? [], shorten);
  return {
    form,
    table,
    columns,
    answers,
    defaultSort,
    defaultDescending,
    physical: physicalOf([...filledIn.map(([, column]) => column), ...answers], points),
    indexes: [
      ...planIndexes(columns, defaultSort, belowOf(form, formOf)).map((index) => ({ name: index[0], columns: index })),
      // Named by all its columns: with others it is another index, and this one is dropped.
      ...reportIndexes(context.ofReports?.counted ?? [], columns, points).map((index) => ({
        name: `reports_${index.join('_')}`,
        columns: index,
      })),
    ].map(({ name, columns: own }) => ({ name: shorten(`${table}_on_${name}`), columns: own })),
    ...(points && { points }),
  };
}

/** Returns what lists, searches, names, conditions, maps and reports read of a form. */
function wantedSources(form: CompiledForm, context: PlanContext, listed: readonly { field: string }[]): string[] {
  const { definition } = form;
  return [
    ...listed.map((column) => column.field),
    ...(definition.list.filters ?? []),
    ...(definition.list.search ?? []),
    ...(definition.name ?? []),
    ...(definition.list.sort ? [definition.list.sort.replace(/^-/, '')] : []),
    ...Object.values(definition.api.formTypes ?? {}).flatMap((type) => Object.keys(type.where ?? {})),
    ...formTypeFilters(form, context.formOf),
    ...counted(form),
    // The map of all sites reads where they are.
    ...(definition.kind === 'site' ? (firstPointQuestion(form)?.properties ?? []) : []),
    ...(context.ofReports?.reported ?? []),
    ...amountQuestions(form).flatMap(({ amount, per }) => [amount, per]),
    ...[...form.fields.values()].filter((field) => field.def.unique).flatMap((field) => field.properties.slice(0, 1)),
  ];
}

/** The columns are named by the questions: with others the sums are others, and are worked out again. */
function pointsOf(properties: readonly string[], shorten: (name: string) => string): ProjectionPlan['points'] {
  if (properties.length === 0) return undefined;
  const of = properties.join('_');
  return { sum: shorten(`points_of_${of}`), answers: shorten(`rated_of_${of}`), properties };
}

/** Returns the columns of the table of a form with these columns of its own. */
function physicalOf(
  answers: readonly Pick<PlannedColumn, 'kind' | 'value' | 'fold' | 'sort' | 'sortType'>[],
  points: ProjectionPlan['points'],
): ProjectionPlan['physical'] {
  const physical: ProjectionPlan['physical'] = [...ENGINE_COLUMNS].map((name) => ({ name, sqlType: 'text' }));
  physical.push({ name: 'deleted', sqlType: 'integer' });
  if (points) for (const name of [points.sum, points.answers]) physical.push({ name, sqlType: 'integer' });
  for (const answer of answers) {
    physical.push({ name: answer.value, sqlType: answer.kind === 'number' ? 'real' : 'text' });
    if (answer.fold) physical.push({ name: answer.fold, sqlType: 'text' });
    if (answer.sort !== answer.value) physical.push({ name: answer.sort, sqlType: answer.sortType });
  }
  return physical;
}

/** Returns the fields by which other records list this form (`api.formTypes`) or are no longer due. They need columns too. */
function formTypeFilters(form: CompiledForm, formOf: (name: string) => CompiledForm | undefined): string[] {
  const named = [...form.fields.values()].flatMap(({ def }) => def.record?.forms ?? []);
  return [...new Set([...(form.definition.parent?.forms ?? []), ...named])].flatMap((other) => {
    const { api, dueDates = [] } = formOf(other)?.definition ?? {};
    const types = Object.values(api?.formTypes ?? {}).map(({ where = {}, ...type }) => ({
      ...type,
      sources: Object.keys(where),
    }));
    const ends = dueDates.flatMap(({ unless }) =>
      unless ? { ...unless, sources: (unless.where ?? []).map(({ field }) => field) } : [],
    );
    return [...types, ...ends]
      .filter((one) => one.form === form.form)
      .flatMap(({ sources, by }) => [...sources, ...(by ? [by] : [])]);
  });
}

/** Returns the fields that figures, the matrix, and what is due go by. */
function counted({ definition: { matrix, figures, due, dueDates = [] } }: CompiledForm): string[] {
  const items = figures?.items ?? [];
  const conditions = [matrix?.where, ...items.map((item) => item.where), ...dueDates.map((one) => one.where)].flatMap(
    (where) => where ?? [],
  );
  return [
    ...(matrix ? [matrix.rows, matrix.columns, matrix.level] : []),
    ...(figures?.filters ?? []),
    ...(due ? [due.site] : []),
    ...dueDates.map(({ field }) => field).filter((field) => !field.includes('.')),
    ...items.flatMap(({ by, of }) => [by, of].filter((name) => name !== undefined)),
    ...conditions.map(({ field }) => field),
  ];
}

/** Returns the columns that find the records below a site or another record. */
function belowOf(form: CompiledForm, formOf: (name: string) => CompiledForm | undefined): string[] {
  const parents = form.definition.parent?.forms ?? [];
  if (parents.length === 0) return [];
  return parents.every((name) => formOf(name)?.definition.kind === 'site') ? ['parent_id'] : ['parent_id', 'site_id'];
}

/** Plans an index for each offered order or filter, with the default order after it. So it serves both. */
function planIndexes(
  columns: ReadonlyMap<string, PlannedColumn>,
  defaultSort: PlannedColumn,
  below: string[],
): string[][] {
  const leading = new Set<string>([
    defaultSort.sort,
    'province_id',
    'created_by',
    'created_at',
    'updated_at',
    'code_sort',
    ...below,
  ]);
  for (const column of new Set(columns.values())) {
    if (column.isSortable) leading.add(column.sort);
    // List columns can be filtered in their heading. Words are served by the text index instead.
    if (!column.isFilter || column.kind === 'words' || column.kind === 'list') continue;
    leading.add(column.kind === 'number' ? column.sort : column.value);
  }
  // With the state last, lists that filter by one state, which are frequent, need not read the rows.
  return [...leading].map((name) => [...new Set([name, defaultSort.sort, 'id', 'state'])]);
}

function planAnswer(source: string, form: CompiledForm, context: PlanContext): PlannedColumn | undefined {
  const column = (of: CompiledForm, property: string, prefix: string) =>
    answerColumn(property, of, prefix, source, context);
  if (!source.startsWith('parent.')) return column(form, source, '');
  const property = source.slice('parent.'.length);
  for (const parent of form.definition.parent?.forms ?? []) {
    const parentForm = context.formOf(parent);
    const found = parentForm && column(parentForm, property, 'p');
    if (found) return { ...found, ofParent: true };
  }
  return undefined;
}

function answerColumn(
  property: string,
  form: CompiledForm,
  prefix: string,
  source: string,
  { restrictedQuestions, shorten = (name) => name }: PlanContext,
): PlannedColumn | undefined {
  const field = form.byProperty.get(property) ?? form.fields.get(property);
  if (!field) return undefined;
  const stored = form.byProperty.has(property) ? property : field.properties[0];
  if (!stored) return undefined;
  const part = propertyKindOf(field, stored);
  const kind = part && COLUMN_KIND[part];
  if (!kind) return undefined;
  const value = shorten(`${prefix}f_${questionOf(field, stored)}`);
  const isWords = kind === 'words' || kind === 'name';
  return {
    source,
    kind,
    value,
    fold: isWords ? `${value}_fold` : null,
    sort: isWords || kind === 'number' || isSortedByPosition(field) ? `${value}_sort` : value,
    sortType: kind === 'number' || isSortedByPosition(field) ? 'real' : 'text',
    field,
    property: stored,
    isRestricted: restrictedQuestions(form.form).has(field.id),
    isSortable: false,
    isFilter: false,
  };
}

/** Returns true for a single option from a closed list. It is sorted by its position in the list, not by its code. */
export function isSortedByPosition(field: FieldNode): boolean {
  return field.properties.length === 1 && !field.def.rows && propertyKindOf(field) === 'option';
}

/** Returns the id that stays the same across versions: the row's, the field's, or the field's with the part. */
function questionOf(field: FieldNode, property: string): string {
  const row = field.def.rows?.find((one) => one.name === property);
  if (row) return row.id;
  if (field.properties.length < 2) return field.id;
  const part = Object.entries(field.parts).find(([, stored]) => stored === property)?.[0];
  return part ? `${field.id}_${part}` : field.id;
}

/** Returns the columns of a projection row in the order of its cells. */
export function projectionColumnsOf(plan: ProjectionPlan): string[] {
  return ['id', ...plan.physical.map((column) => column.name)];
}
