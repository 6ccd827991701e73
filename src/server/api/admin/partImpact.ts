/** Whom publishing a shared part touches: forms with their records, and accounts whose roles gain or lose a right. */
import { changedRoles } from '../../../core/definitions/diff/rights.ts';
import { listOf, type PartContent, reportOf } from '../../../core/definitions/parts.ts';
import type { CompiledForm, FieldNode, Navigation, Permissions } from '../../../core/definitions/types.ts';
import type { PartImpact } from '../../../core/generated/api.ts';
import type { Handle } from '../../db/database.ts';
import type { Services } from '../../http/services.ts';

export async function partImpact(
  { registry, database }: Services,
  part: string,
  before: PartContent | undefined,
  after: PartContent,
): Promise<PartImpact> {
  const list = listOf(part);
  if (reportOf(part) !== undefined) return { forms: [], roles: [] };
  if (part === 'permissions')
    return { forms: [], roles: await roles(database.read, before as Permissions, after as Permissions) };
  const isTouched =
    list === undefined ? leftOut(before as Navigation, after as Navigation) : (form: CompiledForm) => uses(form, list);
  return { forms: await withRecords(database.read, registry.forms().filter(isTouched)), roles: [] };
}

async function roles(db: Handle, before: Permissions, after: Permissions): Promise<PartImpact['roles']> {
  const held = await db
    .selectFrom('grants')
    .innerJoin('users', 'users.id', 'grants.user_id')
    .select(['role', (eb) => eb.fn.count<number>('user_id').distinct().as('accounts')])
    .where('disabled', '=', 0)
    .groupBy('role')
    .execute();
  return changedRoles(before, after).map(({ role, label, loses }) => {
    const accounts = Number(held.find((one) => one.role === role)?.accounts ?? 0);
    return { role, label, loses, accounts };
  });
}

async function withRecords(db: Handle, forms: readonly CompiledForm[]): Promise<PartImpact['forms']> {
  const counts = await db
    .selectFrom('records')
    .select(['form', (eb) => eb.fn.countAll<number>().as('records')])
    .where('deleted_at', 'is', null)
    .groupBy('form')
    .execute();
  return forms.map(({ form, definition }) => {
    const records = Number(counts.find((one) => one.form === form)?.records ?? 0);
    return { form, title: definition.title, records };
  });
}

/** Finds forms that the menus led to and do not lead to any more. */
function leftOut(before: Navigation, after: Navigation): ({ form }: CompiledForm) => boolean {
  const [old, now] = [before, after].map(
    ({ departments, bar }) => new Set([...departments.flatMap(({ items }) => items), ...bar].map(({ form }) => form)),
  );
  return ({ form }) => old?.has(form) === true && !now?.has(form);
}

function uses({ fields, row }: CompiledForm, list: string): boolean {
  const asks = ({ def, columns = [] }: FieldNode): boolean => def.choices === list || columns.some(asks);
  return [...fields.values()].some(asks) || (row !== undefined && uses(row, list));
}
