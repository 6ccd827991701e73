/** Who may open a report: the roles that it names, and of them only those who see records of a form that it counts. */
import { Failure } from '../../../core/errors/failure.ts';
import type { ReportDefinition } from '../../../core/generated/report.ts';
import { whyNotSeen } from '../../../core/records/permission.ts';
import type { Actor } from '../../../core/records/types.ts';
import { formsOf } from '../../../core/reports/sources.ts';
import type { FormRegistry } from '../../definitions/registry.ts';

/**
 * Returns the person with only those grants that open the report, since a role in one programme or province opens nothing in
 * another: the report counts what they see by these. Throws who may open it if this person may not.
 */
export function mustOpen(report: ReportDefinition, actor: Actor, registry: FormRegistry): Actor {
  const refusal = whyClosed(report, actor, registry);
  if (refusal) throw refusal;
  return inRolesOf(report, actor);
}

/** Returns who may open the report if this person may not. */
export function whyClosed(report: ReportDefinition, actor: Actor, registry: FormRegistry): Failure | undefined {
  const reader = inRolesOf(report, actor);
  if (report.roles && reader.grants.length === 0) {
    const { roles: all } = registry.common().permissions;
    const roles = all.filter(({ id }) => report.roles?.includes(id)).map(({ label }) => label);
    return new Failure('report_role_needed', { params: { roles } });
  }
  const reasons = formsOf(report)
    .flatMap((name) => registry.form(name) ?? [])
    .map((form) => whyNotSeen(form, reader, registry));
  if (reasons.includes(undefined)) return undefined;
  const [reason] = reasons;
  return reason?.code === 'view_role_needed' ? new Failure('report_role_needed', { params: reason.params }) : reason;
}

function inRolesOf({ roles }: ReportDefinition, actor: Actor): Actor {
  return roles ? { ...actor, grants: actor.grants.filter(({ role }) => roles.includes(role)) } : actor;
}
