/** Where the rules give a person an action on records of others, or on their own. */
import { countPassedChecks, REASONS, refusalOnLogs, ruleIsFor, type Subject } from './scope.ts';
import type { Actor } from './types.ts';

/** Where a person may take an action. */
export interface Reach {
  /** True if in every province. */
  all: boolean;
  provinces: ReadonlySet<string>;
}

/** Returns where the rules give a person an action on records that `created_by` made. undefined if nowhere, also without a province. */
export function reachOf(
  { id, grants }: Pick<Actor, 'id' | 'grants'>,
  action: string,
  { created_by, ...at }: Pick<Subject, 'form' | 'permissions' | 'workflow' | 'state'> & { created_by: string },
): Reach | undefined {
  if (refusalOnLogs(at.form, action)) return undefined;
  const actor = { id, grants, username: '', name: '', language: 'en' as const };
  const record = { state: at.state, province_id: null, created_by, edited_by: created_by, deleted_at: null };
  const subject = { ...at, record, province: null, actor };
  const given = at.permissions.rules.flatMap((rule) =>
    ruleIsFor(rule, action, at.form)
      ? grants.flatMap((grant) => (countPassedChecks(rule, grant, subject) === REASONS.length ? [{ rule, grant }] : []))
      : [],
  );
  if (given.length === 0) return undefined;
  return {
    all: given.some(({ rule, grant }) => rule.place === 'any' || grant.province_id === null),
    provinces: new Set(given.flatMap(({ grant }) => grant.province_id ?? [])),
  };
}
