/** Why an action is missing, in words: ids in the reasons become the labels of roles and states. */
import type { Permissions, Workflow } from '../../core/definitions/types.ts';
import type { Refusal, Scope } from '../../core/records/types.ts';
import type { Language } from '../../core/text/languages.ts';
import { errorWords } from '../http/errors.ts';

export type WhyNot = Record<string, { code: string; message: string }>;

/** Labels in place of ids in the parameters of a reason. */
export function refusalParams(
  params: Record<string, unknown> = {},
  permissions: Permissions,
  workflow: Workflow,
): Record<string, unknown> {
  const roles = Array.isArray(params.roles)
    ? params.roles.map((id) => permissions.roles.find((role) => role.id === id)?.label ?? id)
    : undefined;
  const state =
    typeof params.state === 'string' ? workflow.states.find((one) => one.id === params.state)?.label : undefined;
  return { ...params, ...(roles && { roles }), ...(state && { state }) };
}

export function refusalWords(
  { code, params }: Refusal,
  language: Language,
  permissions: Permissions,
  workflow: Workflow,
): string {
  return errorWords(language, code, refusalParams(params, permissions, workflow));
}

/** `why_not` of the API. */
export function whyNot(scope: Scope, language: Language, permissions: Permissions, workflow: Workflow): WhyNot {
  return Object.fromEntries(
    Object.entries(scope.refused).map(([action, refusal]) => [
      action,
      { code: refusal.code, message: refusalWords(refusal, language, permissions, workflow) },
    ]),
  );
}
