/**
 * Who may open a report: the roles that it names, and of them only those who see records of a form that it counts. Blocks that
 * count only records of other forms are left out: their numbers would all be 0.
 */
import { Failure } from '../../../core/errors/failure.ts';
import type { Block, ReportDefinition } from '../../../core/generated/report.ts';
import { whyNotSeen } from '../../../core/records/permission.ts';
import type { Actor } from '../../../core/records/types.ts';
import { formsOf } from '../../../core/reports/sources.ts';
import type { FormRegistry } from '../../definitions/registry.ts';

export interface Opened {
  /**
   * The person with only those grants that open the report, since a role in one programme or province opens nothing in another:
   * the report counts what they see by these.
   */
  actor: Actor;
  /** The report with the blocks that the person may see. */
  report: ReportDefinition;
  /** The others, each with the reason. */
  closed: { block: Block; reason: Failure }[];
}

/** Returns what the person may see of the report. Throws who may open it if this person may not. */
export function mustOpen(report: ReportDefinition, actor: Actor, registry: FormRegistry): Opened {
  const refusal = whyClosed(report, actor, registry);
  if (refusal) throw refusal;
  const reader = inRolesOf(report, actor);
  const closed = report.blocks.flatMap((block) => {
    const reason = whyUnseen([block], reader, registry);
    return reason ? [{ block, reason }] : [];
  });
  const blocks = report.blocks.filter((block) => !closed.some((one) => one.block === block));
  return { actor: reader, report: { ...report, blocks: blocks as ReportDefinition['blocks'] }, closed };
}

/** Returns who may open the report if this person may not. */
export function whyClosed(report: ReportDefinition, actor: Actor, registry: FormRegistry): Failure | undefined {
  const reader = inRolesOf(report, actor);
  if (report.roles && reader.grants.length === 0) {
    const { roles: all } = registry.common().permissions;
    const roles = all.filter(({ id }) => report.roles?.includes(id)).map(({ label }) => label);
    return new Failure('report_role_needed', { params: { roles } });
  }
  return whyUnseen(report.blocks, reader, registry);
}

/** Returns why the person sees no record that the blocks count; nothing if they name no form. */
function whyUnseen(blocks: readonly Block[], reader: Actor, registry: FormRegistry): Failure | undefined {
  const reasons = formsOf({ blocks })
    .flatMap((name) => registry.form(name) ?? [])
    .map((form) => whyNotSeen(form, reader, registry));
  if (reasons.includes(undefined)) return undefined;
  const [reason] = reasons;
  return reason?.code === 'view_role_needed' ? new Failure('report_role_needed', { params: reason.params }) : reason;
}

function inRolesOf({ roles }: ReportDefinition, actor: Actor): Actor {
  return roles ? { ...actor, grants: actor.grants.filter(({ role }) => roles.includes(role)) } : actor;
}
