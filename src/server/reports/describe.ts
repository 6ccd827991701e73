/** What a report is called and asks: titles of measures, names of dimensions, choices of filters. */
import { sql } from 'kysely';
import { namedFromText, namedItem, namedRow } from '../../core/api/names.ts';
import { closedOptionsOf } from '../../core/form/types/question.ts';
import type { NamedItem, ReportBlock, ReportFilter, ReportView } from '../../core/generated/api.ts';
import type { Block, Dimension, Measure, OwnFilter, ReportDefinition } from '../../core/generated/report.ts';
import { isSourceRestricted, visiblePlaces } from '../../core/records/permission.ts';
import { organizationListOf } from '../../core/records/place.ts';
import { measureDigits, partsOfMeasure } from '../../core/reports/cells.ts';
import { NO_ORGANIZATION } from '../../core/reports/parameters.ts';
import { formsOfReport, isFieldDimension, isQuestionDimension, measuresOf } from '../../core/reports/sources.ts';
import { LANGUAGES, pickText, type Text } from '../../core/text/languages.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { words } from '../http/words.ts';
import { readRestatedCounts } from '../problems/restated.ts';
import { andConditions, visibleCondition } from '../records/filters.ts';
import type { ReportContext } from './context.ts';
import { questionOfSource } from './names.ts';
import { countingRuleText } from './rule.ts';

/** Longer lists are searched instead of sent. */
const MOST_CHOICES = 200;

function texts(key: string): Text {
  return Object.fromEntries(LANGUAGES.map((language) => [language, words(language, key)])) as unknown as Text;
}

/** Returns the heading of a measure: its own, else that of its form or of the kind of number. */
export function measureTitle(registry: FormRegistry, { title, forms, field, of }: Measure): Text {
  if (title) return title;
  const form = registry.form(forms?.[0] ?? '');
  const node = form && field !== undefined ? questionOfSource(registry, form, field) : undefined;
  if (node) return node.def.short ?? node.def.label;
  if (of === 'problems') return texts('server:reports.problems');
  return form?.definition.plural ?? texts('server:figures.number');
}

export async function reportView(context: ReportContext, report: ReportDefinition): Promise<ReportView> {
  const { title, description, button, kind, programme, path } = report;
  const restated = await readRestatedCounts(context.database.read);
  return {
    report: report.report,
    programme,
    kind,
    title,
    description: description ?? null,
    rule: countingRuleText(context.registry, report, restated && { day: restated.day, calendar: context.calendar }),
    ...(button && { button }),
    path,
    filters: await Promise.all(report.filters.map((filter) => filterView(context, report, filter))),
    blocks: report.blocks.map((block) => blockView(context, block)),
  };
}

function blockView(context: ReportContext, block: Block): ReportBlock {
  return {
    id: block.id,
    show: block.show,
    title: block.title ?? null,
    help: block.help ?? null,
    by: block.by === undefined ? null : dimensionName(context, block, block.by),
    measures: measuresOf(block)
      .filter(({ hidden }) => !hidden)
      .map((measure) => ({
        id: measure.id,
        title: measureTitle(context.registry, measure),
        digits: measureDigits(measure),
        opens: opens(measuresOf(block), measure),
        ...(measure.help && { help: measure.help }),
        ...(measure.unit && { unit: measure.unit }),
        ...(measure.alarm && { alarm: measure.alarm }),
      })),
  };
}

/** A rate stands for no records, and neither does what is worked out of one. */
function opens(measures: readonly Measure[], measure: Measure): boolean {
  if (measure.rate) return false;
  return partsOfMeasure(measure).every((name) => measures.every((one) => one.id !== name || opens(measures, one)));
}

function dimensionName({ registry, language }: ReportContext, block: Block, dimension: Dimension): string {
  if (isQuestionDimension(dimension)) return words(language, `server:reports.by.${dimension.questions}`);
  if (!isFieldDimension(dimension)) return words(language, `server:reports.by.${dimension}`);
  const { field } = dimension;
  const measure = measuresOf(block).find(({ forms }) => forms);
  if (measure?.of === 'problems' || measure?.of === 'events') return words(language, `server:reports.by.${field}`);
  const form = registry.form(measure?.forms?.[0] ?? '');
  const node = form && questionOfSource(registry, form, field);
  return node ? pickText(node.def.short ?? node.def.label, language) : words(language, `server:reports.by.${field}`);
}

const NO_ORGANIZATION_WORDS = texts('server:reports.select');

async function filterView(
  context: ReportContext,
  report: ReportDefinition,
  filter: ReportDefinition['filters'][number],
): Promise<ReportFilter> {
  if (typeof filter === 'object') return ownFilterView(context, report, filter);
  const title = texts(`server:reports.filters.${filter}`);
  if (filter === 'from_date' || filter === 'to_date') return { id: filter, kind: 'date', title, choices: [] };
  if (filter === 'period') {
    const choices = ['today', 'week', 'month', 'quarter'].map((id) => ({
      id,
      name: words(context.language, `server:reports.periods.${id}`),
    }));
    return { id: filter, kind: 'period', title, choices };
  }
  const isPlaces = filter === 'provinces';
  const items = isPlaces ? reportProvincesOf(context, report) : await organizationsOf(context, report);
  const choices = items.map(({ id, name }) => ({ id, name }));
  return { id: filter, kind: 'choices', title, choices, ...(!isPlaces && { any: NO_ORGANIZATION_WORDS }) };
}

function ownFilterView(context: ReportContext, report: ReportDefinition, filter: OwnFilter): ReportFilter {
  const { registry, language, actor } = context;
  const forms = (filter.of ?? formsOfReport(report)).flatMap((name) => registry.form(name) ?? []);
  const base = { id: filter.id, title: filter.title, ...(filter.required && { required: filter.required }) };
  for (const form of forms) {
    if (isSourceRestricted(form, filter.by, actor, registry)) continue;
    const node = questionOfSource(registry, form, filter.by);
    const isParent = filter.by === 'parent_id' || filter.by === form.definition.parent?.field;
    const records: readonly string[] = isParent
      ? (form.definition.parent?.forms ?? [])
      : (node?.def.record?.forms ?? []);
    if (filter.by === 'id') return { ...base, kind: 'search', choices: [], forms: [form.form], by: filter.by };
    if (records.length > 0) return { ...base, kind: 'search', choices: [], forms: [...records], by: filter.by };
    const options =
      filter.by === 'status' ? statesOf(registry, form) : node && closedOptionsOf(node, registry.common().constants);
    if (options)
      return {
        ...base,
        kind: 'choices',
        choices: options.map(({ value, label }) => ({ id: value, name: pickText(label, language) })),
      };
    const items = node?.def.choices === undefined ? [] : registry.choices(node.def.choices);
    if (items.length > 0)
      return {
        ...base,
        kind: 'choices',
        choices: items.slice(0, MOST_CHOICES).map((item) => ({ id: item.id, name: namedRow(item, language).name })),
      };
  }
  return { ...base, kind: 'choices', choices: [] };
}

function statesOf(registry: FormRegistry, form: Parameters<FormRegistry['workflow']>[0]) {
  return registry.workflow(form).states.map(({ id, label }) => ({ value: id, label }));
}

/** Returns the provinces in which the reader sees a form of the report. */
export function reportProvincesOf({ registry, actor, language }: ReportContext, report: ReportDefinition): NamedItem[] {
  const { permissions } = registry.common();
  const seen = countedForms(registry, report).map((form) => visiblePlaces(actor, form, permissions));
  const isEverywhere = seen.some(({ all }) => all);
  const own = new Set(seen.flatMap(({ provinces }) => provinces));
  return [...registry.places().values()]
    .filter(({ id, level, retired_at }) => level === 'province' && !retired_at && (isEverywhere || own.has(id)))
    .map((place) => namedItem(place, language));
}

/** Returns the organisations of the records that the reader sees. */
async function organizationsOf(context: ReportContext, report: ReportDefinition): Promise<NamedItem[]> {
  const { registry, projector, actor, database, language } = context;
  const forms = countedForms(registry, report);
  const selects = forms.flatMap((form) => {
    const plan = projector.plan(form.form);
    const scope = visibleCondition(plan, actor, registry, database.dialect);
    if (!scope || projector.pending(plan).has('*')) return [];
    const where = andConditions([sql`deleted = 0`, ...scope]);
    return [sql`SELECT DISTINCT organization_id AS id FROM ${sql.table(plan.table)} WHERE ${where}`];
  });
  if (selects.length === 0) return [];
  const rows = await context.run(sql<{ id: string | null }>`${sql.join(selects, sql` UNION `)}`);
  const ids = new Set(rows.map(({ id }) => id));
  const lists = new Set(forms.map(organizationListOf));
  return [...lists]
    .flatMap((list) => registry.choices(list))
    .filter(({ id, merged_into }) => ids.has(id) && !merged_into)
    .map((item) => namedItem(item, language));
}

/** Returns the organisations as the documented calls list them, with the entry that chooses none first. */
export async function documentedOrganizations(context: ReportContext, report: ReportDefinition): Promise<NamedItem[]> {
  return [
    namedFromText(NO_ORGANIZATION, NO_ORGANIZATION_WORDS, context.language),
    ...(await organizationsOf(context, report)),
  ];
}

function countedForms(registry: FormRegistry, report: ReportDefinition) {
  return formsOfReport(report).flatMap((name) => registry.form(name) ?? []);
}
