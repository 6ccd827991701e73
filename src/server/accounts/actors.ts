/** Accounts as permission rules need them: a person with grants. */
import type { Actor, Grant } from '../../core/records/types.ts';
import type { Calendar } from '../../core/text/dates.ts';
import { fromWireLanguage } from '../../core/text/languages.ts';
import type { UsersTable } from '../db/accountTables.ts';
import type { Handle } from '../db/database.ts';
import { groupIntoMap } from '../db/rows.ts';

export interface Account {
  actor: Actor;
  calendar: Calendar | null;
  must_change_password: boolean;
  disabled: boolean;
}

function accountOf(user: UsersTable, grants: Grant[]): Account {
  return {
    actor: {
      id: user.id,
      username: user.username,
      name: user.name,
      grants,
      person_id: user.person_id,
      language: fromWireLanguage(user.language),
    },
    calendar: user.calendar as Calendar | null,
    must_change_password: user.must_change_password === 1,
    disabled: user.disabled === 1,
  };
}

/** Loads one account with its grants. */
export async function findAccount(db: Handle, id: string): Promise<Account | undefined> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (!user) return undefined;
  const grants = await db
    .selectFrom('grants')
    .select(['role', 'programme', 'province_id'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();
  return accountOf(user, grants);
}

/** Returns everybody who can log in, with their grants. */
export async function activeAccounts(db: Handle): Promise<(Pick<Actor, 'id' | 'name'> & { grants: Grant[] })[]> {
  const users = await db.selectFrom('users').select(['id', 'name']).where('disabled', '=', 0).orderBy('id').execute();
  const rows = await db.selectFrom('grants').select(['user_id', 'role', 'programme', 'province_id']).execute();
  const grants = groupIntoMap(rows, ({ user_id }) => user_id);
  return users.map(({ id, name }) => ({
    id,
    name,
    grants: (grants.get(id) ?? []).map(({ role, programme, province_id }) => ({ role, programme, province_id })),
  }));
}
