/** What a report reads of each form: the answers that need a column in the tables that are counted. */
import type { CompiledForm } from '../definitions/types.ts';
import type { Block, Dimension, Measure, MonthSpan, OwnFilter, ReportDefinition } from '../generated/report.ts';
import type { SourcesOfReports } from '../query/plan.ts';

/** Field type of the questions that are rows if a dimension names none. */
export const DEFAULT_TYPE = 'rating';

/** Columns of a record that reports name otherwise. */
export const COLUMN_NAMES: Readonly<Record<string, string>> = { site: 'site_id', person: 'created_by' };

export type QuestionDimension = Extract<Dimension, { questions: unknown }>;
export type FieldDimension = Extract<Dimension, { field: unknown }>;

export function isQuestionDimension(dimension: Dimension | undefined): dimension is QuestionDimension {
  return typeof dimension === 'object' && 'questions' in dimension;
}

export function isFieldDimension(dimension: Dimension | undefined): dimension is FieldDimension {
  return typeof dimension === 'object' && 'field' in dimension;
}

/** Returns the day that rows of months or quarters go by. */
export function monthsOf(dimension: Dimension): { source: string; span: MonthSpan } | undefined {
  if (dimension === 'month' || dimension === 'quarter') return { source: 'date', span: dimension };
  return isFieldDimension(dimension) && dimension.per ? { source: dimension.field, span: dimension.per } : undefined;
}

export function measuresOf({ measures }: Block): readonly Measure[] {
  return measures ?? [];
}

/** Returns the names of the forms whose records measures count, each once. */
export function formsCounted(measures: readonly Measure[]): string[] {
  return [...new Set(measures.flatMap(({ forms, visits }) => forms ?? visits ?? []))];
}

/** Returns the names of the forms whose records a report counts, each once. */
export function formsOfReport({ blocks }: Pick<ReportDefinition, 'blocks'>): string[] {
  return formsCounted(blocks.flatMap(measuresOf));
}

export function ownFilters({ filters }: ReportDefinition): OwnFilter[] {
  return filters.filter((filter) => typeof filter === 'object');
}

/** A question with one stored answer for each record. A field with rows has one for each row. */
export interface ReportQuestion {
  /** Id of the question, which stays the same across versions. */
  id: string;
  property: string;
  topic?: string;
  field: string;
}

/** Returns the questions of a form that a dimension has rows for, in the order of the form. */
export function dimensionQuestions(form: CompiledForm, dimension: QuestionDimension | undefined): ReportQuestion[] {
  const type = dimension?.type ?? DEFAULT_TYPE;
  const sections = dimension?.sections;
  return form.sections
    .filter(({ id }) => !sections || sections.includes(id))
    .flatMap(({ fields }) => fields)
    .filter(({ def }) => def.type === type)
    .filter(({ def }) => dimension?.questions !== 'topic' || def.topic !== undefined)
    .flatMap((node) =>
      node.properties.map((property) => ({
        id: node.def.rows?.find((row) => row.name === property)?.id ?? node.id,
        property,
        field: node.name,
        ...(node.def.topic !== undefined && { topic: node.def.topic }),
      })),
    );
}

/** Returns what reports read of a form. */
export function sourcesOfReports(reports: readonly ReportDefinition[], form: CompiledForm): SourcesOfReports {
  // Most reports read few forms, and each report is asked for each form.
  const own = reports.filter(
    (report) =>
      report.blocks.some((block) => measuresOf(block).some(({ forms }) => forms?.includes(form.form))) ||
      ownFilters(report).some(({ of }) => of?.includes(form.form)),
  );
  return {
    reported: reportedSources(own, form),
    counted: countedSources(own, form),
    rated: ratedProperties(own, form),
  };
}

function reportedSources(reports: readonly ReportDefinition[], form: CompiledForm): string[] {
  const found = new Set<string>();
  for (const report of reports) {
    let isCounted = false;
    for (const block of report.blocks) {
      for (const measure of measuresOf(block)) {
        if (!measure.forms?.includes(form.form)) continue;
        isCounted = true;
        for (const source of sourcesOfMeasure(measure, block, form)) found.add(source);
      }
    }
    for (const { by, of } of ownFilters(report)) if (of?.includes(form.form) ?? isCounted) found.add(by);
  }
  return [...found];
}

/** Returns true for an average of all rating questions of its forms, of which each row of a typed table keeps the sum. */
export function isOfAllRatings({ of }: Measure, { by, across }: Pick<Block, 'by' | 'across'>): boolean {
  return of === 'points' && ![by, across].some(isQuestionDimension);
}

function ratedProperties(reports: readonly ReportDefinition[], form: CompiledForm): string[] {
  const isAsked = reports.some(({ blocks }) =>
    blocks.some((block) =>
      measuresOf(block).some((measure) => measure.forms?.includes(form.form) && isOfAllRatings(measure, block)),
    ),
  );
  return isAsked ? dimensionQuestions(form, undefined).map(({ property }) => property) : [];
}

/** Rows and conditions come before single questions, of which there may be very many. */
function countedSources(reports: readonly ReportDefinition[], form: CompiledForm): string[] {
  const first = new Set<string>();
  const questions = new Set<string>();
  for (const report of reports) {
    for (const block of report.blocks) {
      for (const measure of measuresOf(block)) {
        if (!measure.forms?.includes(form.form) || measure.of === 'problems' || measure.of === 'events') continue;
        const dimensions = [block.by, block.across].flatMap((one) =>
          typeof one === 'string' ? (COLUMN_NAMES[one] ?? one) : isFieldDimension(one) ? one.field : [],
        );
        const fields = [measure.field, ...(measure.fields ?? [])].filter((name) => name !== undefined);
        const visits = measure.of === 'sites-due' ? [form.definition.due?.site ?? 'site_id'] : [];
        for (const source of [...dimensions, ...fields, ...visits, ...(measure.where ?? []).map(({ field }) => field)])
          first.add(source);
        if (isOfAllRatings(measure, block)) continue;
        for (const source of sourcesOfMeasure(measure, block, form)) questions.add(source);
      }
    }
    for (const { by, of } of ownFilters(report)) if (of?.includes(form.form)) first.add(by);
  }
  return [...new Set([...first, ...questions])];
}

/** Returns what a measure reads of the records of one form, besides engine columns of dimensions. */
export function sourcesOfMeasure(
  measure: Measure,
  { by, across }: Pick<Block, 'by' | 'across'>,
  form: CompiledForm,
): string[] {
  const dimensions = [by, across];
  const asked = dimensions.find(isQuestionDimension);
  const hasQuestions = asked !== undefined || measure.of === 'points' || measure.of === 'answers';
  return [
    ...(measure.of === 'problems' ? [] : (measure.where ?? []).map(({ field }) => field)),
    ...[measure.field, ...(measure.fields ?? [])].filter((name) => name !== undefined),
    ...(measure.of === 'problems' ? [] : dimensions.filter(isFieldDimension).map(({ field }) => field)),
    ...(hasQuestions ? dimensionQuestions(form, asked).map(({ property }) => property) : []),
  ];
}
