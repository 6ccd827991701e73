/** The forms that a person fills most: lately, and before that those of the navigation. */
import { quickOrder } from '../../../core/api/quick.ts';
import { scopeOf } from '../../../core/records/scope.ts';
import { addDays, kabulDay } from '../../../core/text/dates.ts';
import type { HomeContext } from './context.ts';

/** Days that count as lately. */
const LATELY = 90;

export async function quickForms({ services, actor, forms }: HomeContext): Promise<string[]> {
  const { registry } = services;
  const own = registry
    .forms()
    .filter((form) => scopeOf({ ...registry.scopeRules(form), record: null, actor }).allowed.create);
  const since = addDays(kabulDay(services.now()), -LATELY);
  const counts = await services.records.countAcross(
    own
      .filter((form) => forms.includes(form))
      .map((form) => ({
        form,
        filters: [
          { field: 'created_by', op: 'eq', value: actor.id },
          { field: 'created_at', op: 'gte', value: since },
        ],
      })),
    actor,
  );
  const filled = new Map<string, number>();
  for (const { form, count } of counts) filled.set(form, (filled.get(form) ?? 0) + count);
  return quickOrder(registry.common().navigation, own, filled);
}
