/** Where nobody else may judge what somebody fills in, by the accounts that can log in and the rules of now. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { FormJudging } from '../../../core/generated/api.ts';
import { judgingGaps, judgingSteps } from '../../../core/records/judges.ts';
import { activeAccounts } from '../../accounts/actors.ts';
import { groupIntoMap } from '../../db/rows.ts';
import type { Services } from '../../http/services.ts';

/** Returns it for each of the forms that has a step which judges its records. */
export async function formJudgingOf(
  { registry, database }: Services,
  forms: readonly CompiledForm[],
): Promise<FormJudging[]> {
  const people = await activeAccounts(database.read);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const provinces = [...registry.places().values()].filter(
    ({ level, retired_at }) => level === 'province' && !retired_at,
  );
  return forms.flatMap((form) => {
    const rules = registry.scopeRules(form);
    if (judgingSteps(rules).length === 0) return [];
    const gaps = judgingGaps(
      rules,
      people,
      provinces.map(({ id }) => id),
    );
    const together = [...groupIntoMap(gaps, ({ only }) => only)].map(([only, own]) => ({
      only: only === null ? null : { id: only, name: names.get(only) ?? '' },
      provinces: own.map(({ province_id }) => province_id),
      everywhere: own.length === provinces.length,
    }));
    return [{ form: form.form, gaps: together }];
  });
}
