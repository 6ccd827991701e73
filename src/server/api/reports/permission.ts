/** Who may open a report: the roles that it names, and of them only those who see records of a form that it counts. */
import type { ReportDefinition } from '../../../core/generated/report.ts';
import { mustSeeSome, refused } from '../../../core/records/permission.ts';
import { seesSome, visiblePlaces } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import { formsOf } from '../../../core/reports/sources.ts';
import type { FormRegistry } from '../../definitions/registry.ts';

export function mayOpen(report: ReportDefinition, actor: Actor, registry: FormRegistry): boolean {
  return hasRole(report, actor) && (formsOf(report).length === 0 || seesForm(report, actor, registry));
}

/** Throws who may open the report if this person may not. */
export function mustOpen(report: ReportDefinition, actor: Actor, registry: FormRegistry): void {
  if (mayOpen(report, actor, registry)) return;
  const { permissions } = registry.common();
  if (!hasRole(report, actor)) {
    const roles = permissions.roles.filter(({ id }) => report.roles?.includes(id)).map(({ label }) => label);
    throw refused('view', { code: 'view_role_needed', params: { roles } });
  }
  const form = formsOf(report).flatMap((name) => registry.form(name) ?? [])[0];
  if (form) mustSeeSome(form, actor, registry);
  throw refused('view', { code: 'forbidden' });
}

function hasRole({ roles }: ReportDefinition, { grants }: Actor): boolean {
  return roles === undefined || grants.some(({ role }) => roles.includes(role));
}

function seesForm(report: ReportDefinition, actor: Actor, registry: FormRegistry): boolean {
  const { permissions } = registry.common();
  return formsOf(report).some((name) => {
    const form = registry.form(name);
    return form !== undefined && seesSome(visiblePlaces(actor, form, permissions));
  });
}
