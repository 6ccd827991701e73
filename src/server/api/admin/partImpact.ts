/** Whom publishing a shared part touches: forms with their records, and accounts whose roles gain or lose a right. */
import { changedRoles } from '../../../core/definitions/diff/rights.ts';
import { choiceListOfPart, type PartContent, reportOfPart } from '../../../core/definitions/parts.ts';
import type { CompiledForm, FieldNode, Navigation, Permissions, Text } from '../../../core/definitions/types.ts';
import type { PartImpact, PeopleImpact } from '../../../core/generated/api.ts';
import { rightsOfPeople } from '../../../core/records/rightsOfPeople.ts';
import { MAIN_ACTIONS } from '../../../core/records/scope.ts';
import { activeAccounts } from '../../accounts/actors.ts';
import type { Handle } from '../../db/database.ts';
import { groupIntoMap, runWithPauses } from '../../db/rows.ts';
import type { Services } from '../../http/services.ts';
import type { Place } from '../../reference/places.ts';
import { partNames } from './partNames.ts';

const NOBODY = { people: [], more_people: 0 };

/** Changes that are told, and names that stand for the people of one. */
const MOST = 60;
const EXAMPLES = 3;

export async function partImpact(
  services: Services,
  part: string,
  before: PartContent | undefined,
  after: PartContent,
): Promise<PartImpact> {
  const { registry, database } = services;
  const list = choiceListOfPart(part);
  if (reportOfPart(part) !== undefined) return { forms: [], roles: [], ...NOBODY };
  if (part === 'permissions') {
    const [old, now] = [before as Permissions, after as Permissions];
    return { forms: [], roles: await roles(database.read, old, now), ...(await people(services, old, now)) };
  }
  const isTouched =
    list === undefined ? leftOut(before as Navigation, after as Navigation) : (form: CompiledForm) => uses(form, list);
  return { forms: await withRecords(database.read, registry.forms().filter(isTouched)), roles: [], ...NOBODY };
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

async function people(
  { registry, database }: Services,
  before: Permissions,
  after: Permissions,
): Promise<Pick<PartImpact, 'people' | 'more_people'>> {
  const { workflows } = registry.common();
  const forms = registry.forms();
  const names = partNames(
    forms.map(({ definition }) => definition),
    workflows,
  );
  const working = await activeAccounts(database.read);
  const nameOf = new Map(working.map(({ id, name }) => [id, name]));
  const rights = forms.map((form) => {
    const { initial, states, transitions } = registry.workflow(form);
    const actions = [...MAIN_ACTIONS, 'export', 'share', ...transitions.map(({ action }) => action)];
    return { form, initial, states: states.map(({ id }) => id), actions: [...new Set(actions)] };
  });
  const found = await runWithPauses(rightsOfPeople(working, rights, before, after));
  const told = found.slice(0, MOST).map((change): PeopleImpact => {
    const places = groupIntoMap(
      change.people.flatMap(({ provinces }) => provinces),
      (id) => id,
    );
    return {
      gains: change.isGain,
      actions: change.actions.map(names.action),
      forms: change.forms.map(names.form),
      accounts: change.people.length,
      provinces: [...places].map(([id, held]) => ({
        place: placeText(registry.place(id ?? '')),
        accounts: held.length,
      })),
      examples: change.people.slice(0, EXAMPLES).map(({ id }) => nameOf.get(id) ?? ''),
    };
  });
  return { people: told, more_people: found.length - told.length };
}

function placeText(place: Place | undefined): Text | null {
  return place ? { en: place.name_en, fa: place.name_fa, ps: place.name_ps } : null;
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
