/** The forms that a person fills most: lately, and before that those of the navigation. */
import { scopeOf } from '../../../core/records/scope.ts';
import { addDays, kabulDay } from '../../../core/text/dates.ts';
import type { HomeContext } from './context.ts';

const SHOWN = 4;
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
  const configured = (registry.common().navigation.quick ?? []).map(({ form }) => form);
  const chosen = configured.filter((name) => own.some(({ form }) => form === name));
  const rank = (form: string) => (configured.includes(form) ? configured.indexOf(form) : configured.length);
  const lately = [...filled].sort(([a, x], [b, y]) => y - x || rank(a) - rank(b)).map(([form]) => form);
  return [...new Set([...lately, ...chosen])].slice(0, SHOWN);
}
