/**
 * Who may open a report: the roles that it names, and of them only those who see records of a form that it counts. Measures that
 * count only records of other forms are left out, with what is worked out of them: their numbers would all be 0.
 */
import { Failure } from '../../../core/errors/failure.ts';
import type { Block, Measure, ReportDefinition } from '../../../core/generated/report.ts';
import { noVisibleRecordsFailure } from '../../../core/records/permission.ts';
import type { Actor } from '../../../core/records/types.ts';
import { withDerivedMeasures } from '../../../core/reports/cells.ts';
import { formsCounted, measuresOf } from '../../../core/reports/sources.ts';
import type { Text } from '../../../core/text/languages.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import { measureTitle } from '../../reports/describe.ts';

export interface OpenedReport {
  /**
   * The person with only those grants that open the report, since a role in one programme or province opens nothing in another:
   * the report counts what they see by these.
   */
  actor: Actor;
  /** The report with the blocks and measures that the person may see. */
  report: ReportDefinition;
  closed: Closed[];
}

/** Measures of a block that are left out, and why. */
interface Closed {
  block: Block;
  measures: ReadonlySet<string>;
  reason: Failure;
}

/** Returns what the person may see of the report. Throws who may open it if this person may not. */
export function openReport(report: ReportDefinition, actor: Actor, registry: FormRegistry): OpenedReport {
  const refusal = reportRefusal(report, actor, registry);
  if (refusal) throw refusal;
  const reader = inRolesOf(report, actor);
  const closed = report.blocks.flatMap((block) => closedIn(block, reader, registry) ?? []);
  const blocks = report.blocks.flatMap((block) => {
    const left = closed.find((one) => one.block === block)?.measures;
    return left ? leftOf(block, (id) => !left.has(id)) : block;
  });
  return { actor: reader, report: { ...report, blocks: blocks as ReportDefinition['blocks'] }, closed };
}

function closedIn(block: Block, reader: Actor, registry: FormRegistry): Closed | undefined {
  const measures = measuresOf(block);
  const reasons = new Map(measures.map((measure) => [measure.id, whyUnseen([measure], reader, registry)]));
  const left = withDerivedMeasures(measures, (id) => reasons.get(id) !== undefined);
  const reason = left.flatMap((id) => reasons.get(id) ?? [])[0];
  return reason && { block, measures: new Set(left), reason };
}

/** Returns the block with some of its measures; nothing if it has none of them. */
function leftOf(block: Block, isLeft: (id: string) => boolean): Block[] {
  const measures = measuresOf(block).filter(({ id }) => isLeft(id));
  return measures.length === 0 ? [] : [{ ...block, measures: measures as [Measure, ...Measure[]] }];
}

/** Returns what is said of the measures that were left out: the title of the block if none is left of it, else their own. */
export function hiddenTitles({ title }: ReportDefinition, closed: readonly Closed[], registry: FormRegistry): Text[] {
  return closed.flatMap(({ block, measures: left }) => {
    const measures = measuresOf(block);
    if (measures.length === left.size) return block.title ?? title;
    return measures.filter(({ id, hidden }) => left.has(id) && !hidden).map((one) => measureTitle(registry, one));
  });
}

/** Throws why the person sees nothing of the block, or not the measure. */
export function mustSeeBlock({ report, closed }: Omit<OpenedReport, 'actor'>, block: string, measure?: string): void {
  const one = closed.find(({ block: { id } }) => id === block);
  const isLeft = measure === undefined ? report.blocks.some(({ id }) => id === block) : !one?.measures.has(measure);
  if (one && !isLeft) throw one.reason;
}

/** Returns who may open the report if this person may not. */
export function reportRefusal(report: ReportDefinition, actor: Actor, registry: FormRegistry): Failure | undefined {
  const reader = inRolesOf(report, actor);
  if (report.roles && reader.grants.length === 0) {
    const { roles: all } = registry.common().permissions;
    const roles = all.filter(({ id }) => report.roles?.includes(id)).map(({ label }) => label);
    return new Failure('report_role_needed', { params: { roles } });
  }
  return whyUnseen(report.blocks.flatMap(measuresOf), reader, registry);
}

/** Returns why the person sees no record that the measures count; nothing if they name no form. */
function whyUnseen(measures: readonly Measure[], reader: Actor, registry: FormRegistry): Failure | undefined {
  const reasons = formsCounted(measures)
    .flatMap((name) => registry.form(name) ?? [])
    .map((form) => noVisibleRecordsFailure(form, reader, registry));
  if (reasons.includes(undefined)) return undefined;
  const [reason] = reasons;
  return reason?.code === 'view_role_needed' ? new Failure('report_role_needed', { params: reason.params }) : reason;
}

function inRolesOf({ roles }: ReportDefinition, actor: Actor): Actor {
  return roles ? { ...actor, grants: actor.grants.filter(({ role }) => roles.includes(role)) } : actor;
}
