/** Inserts the rows of a new account. No other code sets what an account starts with. */
import { v7 as uuid } from 'uuid';
import type { Grant } from '../../core/records/types.ts';
import type { UsersTable } from '../db/accountTables.ts';
import { type CoveredScope, changeCovered } from '../db/coveredRows.ts';
import type { Handle } from '../db/database.ts';
import { oneTimePasswordExpiry } from './passwords.ts';
import { usernameKey, usernameSkeleton } from './usernames.ts';

export interface NewAccount
  extends Pick<UsersTable, 'id' | 'username' | 'name' | 'language' | 'person_id' | 'password_hash'> {
  /** The password is for one login and expires after some days. */
  must_change_password: boolean;
  disabled: boolean;
  grants: readonly Grant[];
}

/** The rows of an account whose changes are logged. */
export function accountScopes(id: string): CoveredScope[] {
  return [
    { kind: 'account', of: [id] },
    { kind: 'grant', of: [id] },
  ];
}

/** Writes the account and its grants inside `trx`. `grantId` gives the id of the n-th grant if ids must be repeatable. */
export async function insertAccount(
  trx: Handle,
  account: NewAccount,
  at: string,
  grantId?: (n: number) => string,
): Promise<void> {
  const { must_change_password, disabled, grants, ...columns } = account;
  await changeCovered(trx, accountScopes(account.id), async () => {
    await trx
      .insertInto('users')
      .values({
        ...columns,
        username_key: usernameKey(account.username),
        username_skeleton: usernameSkeleton(account.username),
        must_change_password: must_change_password ? 1 : 0,
        password_expires_at: must_change_password ? oneTimePasswordExpiry(at) : null,
        disabled: disabled ? 1 : 0,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await insertGrants(trx, account.id, grants, at, grantId);
  });
}

/** Writes grants. The caller logs the change of the rows. */
export async function insertGrants(
  trx: Handle,
  userId: string,
  grants: readonly Grant[],
  at: string,
  grantId: (n: number) => string = () => uuid(),
): Promise<void> {
  if (grants.length === 0) return;
  const rows = grants.map(({ role, programme, province_id }, n) => ({
    id: grantId(n),
    user_id: userId,
    role,
    programme,
    province_id,
    created_at: at,
  }));
  await trx.insertInto('grants').values(rows).execute();
}
