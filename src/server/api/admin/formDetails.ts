/** What who publishes forms wants to know of each: how many records it has, what new ones will use, when it last changed and by whom. */
import { sql } from 'kysely';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { FormDetails } from '../../../core/generated/api.ts';
import { peopleById } from '../../db/rows.ts';
import type { Services } from '../../http/services.ts';

/** Returns the details of each form by its name. A form is counted in its own table, whose index a count reads and no record. */
export async function formDetails(
  services: Services,
  forms: readonly CompiledForm[],
): Promise<Map<string, FormDetails>> {
  const { registry, database } = services;
  const published = await database.read
    .selectFrom('definitions')
    .select(['form', 'origin', 'published_at as at', 'published_by as by_id'])
    .execute();
  const changes = new Map(forms.map(({ form }) => [form, lastChange(services, form, published)]));
  const ids = [...changes.values()].flatMap((change) => change?.by_id ?? []);
  const person = await peopleById(database.read, ids);
  const details = new Map<string, FormDetails>();
  for (const { form } of forms) {
    const [, next = null] = registry.turns(form);
    const { at = null, by_id: id = null } = changes.get(form) ?? {};
    details.set(form, {
      records: await countOf(services, form),
      next,
      changed_at: at,
      changed_by: id === null ? null : person(id),
    });
  }
  return details;
}

interface Change {
  at: string;
  by_id: string | null;
}

/** Returns the last publication or decision. Files that came with the product were changed by nobody here. */
function lastChange(
  { registry }: Services,
  form: string,
  published: readonly (Change & { form: string; origin: string })[],
): Change | undefined {
  const own = published.filter((one) => one.form === form && one.origin === 'published');
  const ofVersions = registry.versions(form).flatMap((one) => [registry.withdrawal(one), registry.start(one)]);
  const decisions = [registry.retirement(form), ...ofVersions];
  return [...own, ...decisions.flatMap((one) => one ?? [])].sort((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
}

async function countOf({ database, projector }: Services, form: string): Promise<number> {
  const { rows } = await sql<{ records: number | string }>`
    SELECT count(*) AS records FROM ${sql.table(projector.plan(form).table)} WHERE deleted = 0`.execute(database.read);
  return Number(rows[0]?.records ?? 0);
}
